// `sweeplab spgemm`: the product of two sparse matrices by expand, sort, compress.
#include <filesystem>
#include <iostream>
#include <optional>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/base/machine.h"
#include "app/base/numbers.h"
#include "app/base/progress.h"
#include "app/base/text/names.h"
#include "app/bench/common/bench_report.h"
#include "app/cli/command.h"
#include "app/cli/option_flags.h"
#include "app/cli/resolve.h"
#include "app/io/json_output.h"
#include "app/io/output_stream.h"
#include "app/sparse/product_run.h"
#include "sort/base/errors.h"
#include "sort/base/host_memory.h"

namespace app {
namespace {

struct SpgemmOptions : Options {
    std::string a, b, made;
    bool transpose = false, no_check = false;
    std::optional<uint64_t> count;
    int per_row = 0, samples = 3;  // per_row 0: the kind's own
};

std::vector<std::string> made_names() {
    std::vector<std::string> names;
    for (const MadeFactors& one : made_factors()) names.push_back(one.name);
    return names;
}

std::string made_sentences() {
    std::string text = "Made matrices, with N of -n and K of --per-row [usual ones]:\n";
    for (const MadeFactors& one : made_factors()) {
        text += "  " + std::string(one.name) + std::string(9 - std::string(one.name).size(), ' ') +
                one.sentence + " [" + std::to_string(one.count) +
                (one.per_row > 0 ? ", " + std::to_string(one.per_row) : "") + "]\n";
    }
    return text;
}

void declare_flags(Flags& flags, SpgemmOptions& options) {
    flags.text("a", "A.mtx", "Matrix Market file: coordinate; real, integer or pattern", options.a,
               Flags::Names::input);
    flags.text("b", "B.mtx", "the second factor [A itself]", options.b, Flags::Names::input);
    flags.flag("--transpose", "multiplies by the transpose of the second factor", options.transpose);
    flags.choice("--made", made_names(), "made matrices instead of files, of the list below", options.made);
    flags.count("-n", "with --made: N of the list below", options.count);
    flags.small_count("--per-row", 1, 4096, "with --made: K of the list below",
                      [&options](int count) { options.per_row = count; });
    flags.small_count("--samples", 1, 1000, "products that are timed, of each kind [3]",
                      [&options](int count) { options.samples = count; });
    flags.flag("--no-check", "no comparison with a product by rows (Gustavson)", options.no_check);
    flags.text("-o,--output", "C.mtx", "the product, real general", options.output, Flags::Names::output);
    flags.text("--json", "FILE|-", "machine, build, arguments, sizes, times and samples", options.json,
               Flags::Names::output);
    seed_flag(flags, options, "the made matrices and the changed values [1]");
    engine_flags(flags, options);
    flags.footer(made_sentences());
}

std::string file_name(const std::string& path) { return std::filesystem::path(path).filename().string(); }

std::string size_text(const SparseMatrix& matrix) {
    return grouped(matrix.rows) + " x " + grouped(matrix.columns);
}

/// Where each row begins stands in the factors, in those with changed values, and in four products.
SparseMatrix read_matrix(const std::string& path) {
    const SparseEntries entries = read_matrix_market(path, MatrixValues::kept);
    sort::require_host_memory(path + ": a product of " + grouped(entries.rows) + " rows and " +
                                  grouped(entries.columns) + " columns needs",
                              8 * uint64_t{8} * entries.rows + uint64_t{12} * entries.columns);
    return compressed(path, entries);
}

Factors read_factors(const SpgemmOptions& options) {
    if (options.a == "-" && options.b == "-")
        throw BadUsage("spgemm: only one of the matrices can come from standard input");
    Factors factors{file_name(options.a), read_matrix(options.a), {}};
    const bool alone = options.b.empty();
    if (alone && !options.transpose && factors.a.rows != factors.a.columns) {
        throw BadFile(
            options.a + ": " + size_text(factors.a) +
            ": a square matrix expected, to be multiplied by itself; --transpose multiplies it by its "
            "transpose");
    }
    factors.b = alone ? factors.a : read_matrix(options.b);
    if (!alone) factors.name += " times " + file_name(options.b);
    if (options.transpose) {
        factors.b = transposed(alone ? options.a : options.b, factors.b);
        factors.name += alone ? " times its transpose" : "^T";
    } else if (alone) {
        factors.name += " squared";
    }
    if (factors.a.columns != factors.b.rows) {
        throw BadFile(options.b + (options.transpose ? ", transposed: " : ": ") + size_text(factors.b) +
                      ": " + grouped(factors.a.columns) + " rows expected, as many as " + options.a +
                      " has columns");
    }
    return factors;
}

Factors made_matrices_of(const SpgemmOptions& options) {
    const MadeFactors* const kind = find_made_factors(options.made);
    const uint64_t count = options.count.value_or(kind->count);
    const auto per_row = uint32_t(options.per_row > 0 ? options.per_row : int(kind->per_row));
    constexpr uint64_t kMost = uint64_t{1} << 27;
    if (options.per_row > 0 && kind->per_row == 0)
        throw BadUsage("--per-row: the matrices of '" + options.made + "' have no such number");
    if (count == 0) throw BadUsage("-n 0: at least 1 expected");
    if (count > kMost)
        throw sort::OverLimit("-n " + std::to_string(count) + ": the limit is " + std::to_string(kMost) +
                              " (2^27)");
    sort::require_host_memory("a matrix '" + options.made + "' of -n " + std::to_string(count) + " needs",
                              kind->entries(count, per_row) * 80);
    return kind->make(uint32_t(count), per_row, options.seed.value_or(1));
}

Factors factors_of(const SpgemmOptions& options) {
    const bool made = !options.made.empty();
    if (made == !options.a.empty()) {
        throw BadUsage(
            "spgemm: either a Matrix Market file or --made KIND is expected: `sweeplab spgemm --made banded`");
    }
    if (!made && options.count) throw BadUsage("-n belongs to --made; a file has its own size");
    if (!made && options.per_row > 0)
        throw BadUsage("--per-row belongs to --made; a file has its own entries");
    if (made && options.transpose)
        throw BadUsage("--transpose belongs to files; made matrices come in pairs");
    return made ? made_matrices_of(options) : read_factors(options);
}

void refuse_unstable(const sort::Engine& engine) {
    if (engine.stable) return;
    std::vector<std::string> stable;
    for (const sort::Engine& other : sort::engines()) {
        if (other.stable && other.backend == engine.backend) stable.push_back(other.name);
    }
    throw BadUsage(std::string("engine '") + engine.name +
                   "' is not stable, so sums would depend on the engine; " + join(stable, " or ") + " can");
}

struct Row {
    const char* run;  // "first"
    ProductTimes times;
    const std::vector<ProductTimes>* samples;
    sort::Report sort;
    uint64_t products;

    double share(double part) const { return times.total() > 0 ? part / times.total() : 0; }
    double rate() const { return times.total() > 0 ? double(products) / (times.total() * 1e3) : 0; }
    std::vector<double> totals() const {
        std::vector<double> all;
        for (const ProductTimes& one : *samples) all.push_back(one.total());
        return all;
    }
};

Fields<Row> row_fields() {
    const auto part = [](double ProductTimes::*its) {
        return [its](const Row& row) { return row.times.*its; };
    };
    const auto share = [](double ProductTimes::*its) {
        return [its](const Row& row) { return row.share(row.times.*its); };
    };
    const auto samples = [](double ProductTimes::*its) {
        return [its](const Row& row) {
            std::vector<double> all;
            for (const ProductTimes& one : *row.samples) all.push_back(one.*its);
            return all;
        };
    };
    using T = ProductTimes;
    return {{{"values", 8, true}, "run", &Row::run},
            {{"expand ms", 9}, "expand_ms", part(&T::expand), kMs},
            {{"sort ms", 9}, "sort_ms", part(&T::sort), kMs},
            {{"compress ms", 11}, "compress_ms", part(&T::compress), kMs},
            {{"total ms", 9}, "total_ms", [](const Row& row) { return row.times.total(); }, kMs},
            {{"expand %", 8}, "expand_share", share(&T::expand), kPercent},
            {{"sort %", 6}, "sort_share", share(&T::sort), kPercent},
            {{"compress %", 10}, "compress_share", share(&T::compress), kPercent},
            {{"Mproducts/s", 11}, "mproducts_per_s", &Row::rate, {1, 1}},
            {{"passes"}, "passes_run", [](const Row& row) { return row.sort.passes_run; }},
            {"expand_samples_ms", samples(&T::expand)},
            {"sort_samples_ms", samples(&T::sort)},
            {"compress_samples_ms", samples(&T::compress)},
            {"samples_ms", &Row::totals}};
}

Json size_json(const SparseMatrix& matrix) {
    return {{"rows", matrix.rows}, {"columns", matrix.columns}, {"entries", matrix.entries()}};
}

double compression_of(const ProductRun& run) {
    return run.c.entries() > 0 ? double(run.shape.products) / double(run.c.entries()) : 1;
}

std::string summary_text(const Factors& factors, const ProductRun& run, const SpgemmOptions& options) {
    const ProductShape& shape = run.shape;
    std::string text = size_text(factors.a) + " with " + grouped(factors.a.entries()) + " entries" +
                       ", times " + size_text(factors.b) + " with " + grouped(factors.b.entries()) +
                       " entries" + "\n";
    text += grouped(shape.products) + " products of two entries, " + grouped(run.c.entries()) +
            " nonzeros, " + fixed_text(compression_of(run), 2) + " products per nonzero; keys of " +
            std::to_string(shape.key_bits()) + " bits: row " + std::to_string(shape.row_bits) + ", column " +
            std::to_string(shape.column_bits) + "\n";
    text += options.no_check ? "not checked\n" : "equal to the product by rows (Gustavson), to the bit\n";
    return text;
}

int run(const SpgemmOptions& options) {
    const bool uses_stdout = takes_stdout({{"-o", options.output}, {"--json", options.json}});
    const sim::PairsConfig config = resolve_engine(options);
    const sort::Engine& engine = *sort::find_engine(config.engine);
    refuse_unstable(engine);
    const auto output = open_output(options.output);
    // Neither a sort nor a large file can be stopped, and nothing is written yet.
    std::optional<ImmediateExit> immediate_exit(std::in_place);
    Activity activity(options.quiet);
    activity.show("reading or making the matrices", 0);
    const Factors factors = factors_of(options);
    const bool cuda = config.backend == sort::Backend::cuda;
    if (cuda) use_cuda_device(config.device);
    ProductConfig product{config.engine, config.engine_config};
    product.engine_config.threads = config.threads;
    activity.show("multiplying", shape_of(factors.a, factors.b).products);
    CheckedFactors checked(factors, options.seed.value_or(1), !options.no_check);
    const ProductRun made = run_product(checked, product, options.samples);
    activity.wipe();
    immediate_exit.reset();
    throw_if_interrupted();
    if (!made.fault.empty()) throw CheckFailed("check failed: the product is wrong: " + made.fault);

    if (output) {
        write_matrix_market(output->stream(), entries_of(made.c));
        output->commit();
    }
    const BenchSubject subject{"spgemm",       factors.name + ", " + engine.name,
                               config.backend, config.device,
                               config.threads, summary_text(factors, made, options)};
    const std::vector<Row> rows = {
        {"first", median_of(made.first), &made.first, made.first_sort, made.shape.products},
        {"changed", median_of(made.changed), &made.changed, made.changed_sort, made.shape.products}};
    const Fields<Row> fields = row_fields();
    if (!options.json.empty()) {
        Json report = subject.report(options);
        report["engine"] = engine.name;
        report["name"] = factors.name;
        report["a"] = size_json(factors.a);
        report["b"] = size_json(factors.b);
        report["products"] = made.shape.products;
        report["nonzeros"] = made.c.entries();
        report["products_per_nonzero"] = compression_of(made);
        report["row_bits"] = made.shape.row_bits;
        report["column_bits"] = made.shape.column_bits;
        report["check"] = options.no_check ? "not checked" : "equal";
        report["keep_order_ms"] = made.keep_order_ms;
        report["cases"] = rows_json(fields, std::span<const Row>(rows));
        write_json(options.json, report);
    }
    std::ostream& out = uses_stdout ? std::cerr : std::cout;
    out << subject.heading();
    Table table(out, columns_of(fields), TableForm::plain);
    for (const Row& row : rows) table.row(cells_of(fields, row));
    out << "changed: other values at the same places, in the order that was kept (once, "
        << ms_text(made.keep_order_ms) << " ms)\n";
    return 0;
}

const bool registered =
    add_command<SpgemmOptions>({"spgemm", 42, "Multiplies two sparse matrices by expand, sort, compress.",
                                "  sweeplab spgemm A.mtx B.mtx -o C.mtx\n"
                                "  sweeplab spgemm A.mtx --transpose --sort cpu-radix\n"
                                "  sweeplab spgemm --made schur -n 1Ki --json -\n"},
                               declare_flags, run);

}  // namespace
}  // namespace app
