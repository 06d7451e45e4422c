// The sparse product once for both backends, over the forms of Exec.
#pragma once
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "app/sparse/product.h"
#include "sim/exec/work.h"
#include "sort/base/host_device.h"
#include "sort/lab/arrays.h"
#include "sort/lab/timed_work.h"
#include "sort/pair_sorter.h"

namespace app {

/// Lanes that go through a row of B together.
inline constexpr uint32_t kExpandLanes = 8;

/// Makes the products of an entry of A with a row of B.
template <class Key>
struct ExpandEntry {
    const uint32_t *a_row, *a_column, *b_column, *length, *place;  // place null: as they are made
    const uint64_t *b_begin, *first;
    const double *a_value, *b_value;
    Key* keys;
    uint32_t* order;
    double* product;
    int column_bits;

    template <class Group>
    HOST_DEVICE void operator()(const Group& group, uint32_t e) const {
        const Key row = Key(uint64_t{a_row[e]} << column_bits);
        const uint64_t begin = b_begin[a_column[e]];
        for (uint32_t j = group.member(); j < length[e]; j += group.size()) {
            const auto made = uint32_t(first[e] + j);
            const uint32_t at = place ? place[made] : made;
            keys[at] = row | Key(b_column[begin + j]);
            order[at] = made;
            product[made] = a_value[e] * b_value[begin + j];
        }
    }
};

/// Key: uint32_t or uint64_t, as many bits as shape.key_bits() needs.
template <class Exec, class Key>
class ProductBy final : public SparseProduct {
    static constexpr sort::Backend kBackend = Exec::kBackend;

public:
    using UseStream = void (*)(Exec&, sort::Stream);

    /// `use_stream` makes the Exec work on a stream.
    ProductBy(std::unique_ptr<Exec> exec, UseStream use_stream, const SparseMatrix& a, const SparseMatrix& b,
              const ProductShape& shape, const ProductConfig& config)
        : shape_(shape),
          entries_(uint32_t(a.entries())),
          n_(uint32_t(shape.products)),
          exec_(std::move(exec)),
          use_stream_(use_stream),
          a_row_(kBackend, 4 * a.entries()),
          a_column_(kBackend, 4 * a.entries()),
          a_value_(kBackend, 8 * a.entries()),
          b_begin_(kBackend, 8 * b.begin.size()),
          b_column_(kBackend, 4 * b.entries()),
          b_value_(kBackend, 8 * b.entries()),
          length_(kBackend, 4 * a.entries()),
          first_(kBackend, 8 * (a.entries() + 1)),
          keys_(kBackend, sizeof(Key) * n_),
          order_(kBackend, 4 * shape.products),
          product_(kBackend, 8 * shape.products),
          place_(kBackend, 4 * shape.products),
          begins_(kBackend, 4 * shape.products),
          to_(kBackend, 8 * (shape.products + 1)),
          report_(kBackend, sizeof(sort::Report)),
          sorter_(n_, {.backend = kBackend,
                       .engine = config.engine,
                       .keys = sort::key_type_of<Key>(),
                       .engine_config = config.engine_config}) {
        std::vector<uint32_t> rows;
        rows.reserve(a.entries());
        for (uint32_t row = 0; row < a.rows; ++row)
            rows.insert(rows.end(), a.begin[row + 1] - a.begin[row], row);
        a_row_.upload(rows.data());
        a_column_.upload(a.column.data());
        b_begin_.upload(b.begin.data());
        b_column_.upload(b.column.data());
        set_values(a.values, b.values);
    }

    void set_values(const std::vector<double>& a, const std::vector<double>& b) override {
        a_value_.upload(a.data());
        b_value_.upload(b.data());
    }

    ProductTimes multiply() override {
        if (n_ == 0) return {};
        ProductTimes times;
        times.expand = timed([this] { expand(); });
        times.sort = timed([this](sort::Stream stream) {
            sorter_.sort_pairs(keys_.as<Key>(), order_.as<uint32_t>(), n_, stream,
                               {.end_bit = shape_.key_bits(), .report = report_.as<sort::Report>()});
        });
        times.compress = timed([this] { find_sums(); });
        make_room();
        times.compress += timed([this] { add(); });
        return times;
    }

    double keep_order() override {
        const double ms = n_ == 0 ? 0 : timed([this] { note_places(); });
        follows_ = true;
        return ms;
    }

    void forget_order() override { follows_ = false; }

    sort::Report last_sort() const override {
        sort::Report report{};
        if (n_ > 0) report_.download(&report);
        return report;
    }

    SparseMatrix result() const override {
        SparseMatrix c;
        c.rows = shape_.rows;
        c.columns = shape_.columns;
        c.begin.assign(uint64_t{c.rows} + 1, 0);
        if (n_ == 0) return c;
        std::vector<Key> keys(sum_key_->bytes() / sizeof(Key));
        c.values.resize(sum_->bytes() / sizeof(double));
        sum_key_->download(keys.data());
        sum_->download(c.values.data());
        keys.resize(sums_);
        c.values.resize(sums_);
        c.column.reserve(sums_);
        for (const Key key : keys) {
            c.column.push_back(uint32_t(key & ((uint64_t{1} << shape_.column_bits) - 1)));
            ++c.begin[(uint64_t{key} >> shape_.column_bits) + 1];
        }
        for (uint64_t row = 0; row < c.rows; ++row) c.begin[row + 1] += c.begin[row];
        return c;
    }

    // The stages. Public because nvcc refuses its lambdas in private functions.

    void expand() {
        const auto* const a_column = a_column_.as<uint32_t>();
        const auto* const b_begin = b_begin_.as<uint64_t>();
        auto* const length = length_.as<uint32_t>();
        exec_->each("lengths", entries_, 24, [=] HOST_DEVICE(uint32_t e) {
            length[e] = uint32_t(b_begin[uint64_t{a_column[e]} + 1] - b_begin[a_column[e]]);
        });
        exec_->exclusive_sum("first products", length, first_.as<uint64_t>(), entries_);
        exec_->by_group(
            sim::ByLanes<kExpandLanes>{}, "expand", entries_, 0,
            ExpandEntry<Key>{a_row_.as<uint32_t>(), a_column, b_column_.as<uint32_t>(), length,
                             follows_ ? place_.as<uint32_t>() : nullptr, b_begin, first_.as<uint64_t>(),
                             a_value_.as<double>(), b_value_.as<double>(), keys_.as<Key>(),
                             order_.as<uint32_t>(), product_.as<double>(), shape_.column_bits});
    }

    /// Counts the sums that begin before each sorted product.
    void find_sums() {
        const auto* const keys = keys_.as<Key>();
        auto* const begins = begins_.as<uint32_t>();
        exec_->each("find sums", n_, 4 + 2 * sizeof(Key),
                    [=] HOST_DEVICE(uint32_t i) { begins[i] = i == 0 || keys[i] != keys[i - 1]; });
        exec_->exclusive_sum("number sums", begins, to_.as<uint64_t>(), n_);
    }

    void add() {
        const auto* const keys = keys_.as<Key>();
        const auto* const order = order_.as<uint32_t>();
        const auto* const product = product_.as<double>();
        const auto* const begins = begins_.as<uint32_t>();
        const auto* const to = to_.as<uint64_t>();
        auto* const sum_begin = sum_begin_->template as<uint32_t>();
        auto* const sum_key = sum_key_->template as<Key>();
        auto* const sum = sum_->template as<double>();
        const uint32_t n = n_, sums = sums_;
        exec_->each("place sums", n, 12, [=] HOST_DEVICE(uint32_t i) {
            if (!begins[i]) return;
            sum_begin[to[i]] = i;
            sum_key[to[i]] = keys[i];
        });
        exec_->each("add", sums, 16, [=] HOST_DEVICE(uint32_t s) {
            const uint32_t end = s + 1 < sums ? sum_begin[s + 1] : n;
            double all = product[order[sum_begin[s]]];
            for (uint32_t i = sum_begin[s] + 1; i < end; ++i) all += product[order[i]];
            sum[s] = all;
        });
    }

    void note_places() {
        const auto* const order = order_.as<uint32_t>();
        auto* const place = place_.as<uint32_t>();
        exec_->each("keep order", n_, 8, [=] HOST_DEVICE(uint32_t i) { place[order[i]] = i; });
    }

private:
    /// Returns the ms of work() or work(stream).
    template <class Work>
    double timed(Work work) {
        const auto run = [&](sort::Stream stream) {
            use_stream_(*exec_, stream);
            if constexpr (requires { work(stream); })
                work(stream);
            else
                work();
        };
        return sort::make_timed_work(
                   kBackend, [](sort::Stream) {}, run)
            ->run_ms();
    }

    /// Makes the arrays of the sums, whose number is known now, unless they are large enough.
    void make_room() {
        uint64_t sums = 0;
        sort::copy_to_host(kBackend, &sums, to_.as<uint64_t>() + n_, sizeof sums);
        sums_ = uint32_t(sums);
        if (sum_ && sum_->bytes() >= 8 * sums) return;
        sum_.reset();
        sum_ = std::make_unique<sort::Array>(kBackend, 8 * sums);
        sum_key_ = std::make_unique<sort::Array>(kBackend, sizeof(Key) * sums);
        sum_begin_ = std::make_unique<sort::Array>(kBackend, 4 * sums);
    }

    ProductShape shape_;
    uint32_t entries_, n_, sums_ = 0;
    bool follows_ = false;  // products are put where place_ says
    std::unique_ptr<Exec> exec_;
    UseStream use_stream_;
    sort::Array a_row_, a_column_, a_value_, b_begin_, b_column_, b_value_;
    sort::Array length_, first_;   // per entry of A: of its row of B; its first product
    sort::Array keys_, order_;     // per sorted product; which one it is
    sort::Array product_, place_;  // per product as made: its value; where it is sorted
    sort::Array begins_, to_;      // per sorted product: begins a sum; sums before it
    sort::Array report_;
    std::unique_ptr<sort::Array> sum_, sum_key_, sum_begin_;
    sort::PairSorter sorter_;
};

template <class Exec>
std::unique_ptr<SparseProduct> make_product_by(std::unique_ptr<Exec> exec,
                                               void (*use_stream)(Exec&, sort::Stream), const SparseMatrix& a,
                                               const SparseMatrix& b, const ProductShape& shape,
                                               const ProductConfig& config) {
    if (shape.wide_keys())
        return std::make_unique<ProductBy<Exec, uint64_t>>(std::move(exec), use_stream, a, b, shape, config);
    return std::make_unique<ProductBy<Exec, uint32_t>>(std::move(exec), use_stream, a, b, shape, config);
}

}  // namespace app
