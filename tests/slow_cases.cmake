# The label slow for long cases of quick programs, as patterns of GoogleTest, and for long scripts. Those called
# `*_slow_test` have it anyway, and are left out of samples of mutants, too.
set(slow_scripts
    cli.bench_compare_test cli.bench_heap_test cli.bench_pairs_test cli.bench_step_test cli.doctor_test cli.fit_test
    cli.interrupt_test cli.lab_cuda_test cli.lab_test cli.outputs_test cli.papers_test cli.render_test
    cli.spawn_file_test cli.touch_test cli.view_test mutants.sample_runs)
set(slow_in_gl_tests
    GlBoxRaster.from_all_sides_* GlLight.compute_shaders_make_the_picture_that_fragments_make
    GlLight.sprites_quads_and_crowd_look_the_same GlMemory.a_picture_of_1920_x_1080_stays_below_its_limit
    GlMemory.everything_that_gl_holds_is_in_the_list GlMeshes.the_coarse_level_covers_what_the_whole_mesh_covers
    GlQuality.only_a_window_in_motion_adapts GlShading.a_body_that_moves_*
    GlStatistics.kinds_are_read_right_under_light GlStill.a_* GlStill.meshes_* GlStill.more_parts_*
    GlStill.sprites_* GlStill.the_border_* GlStill.the_light* GlStill.the_same_*)
set(slow_in_ui_tests
    Finder.arrows_choose_* GravityPanel.keys_change_* Hover.a_body_* Panels.every_size_* Panels.numbers_of_bodies_*
    StillOfAWindow.* Tabs.of_a_narrow_* UiLesson.typed_keys_* UiLessonPlane.all_of_*)
set(slow_in_sim_tests
    Constraints.a_chair_thrown_* Constraints.have_room_* Constraints.lose_no_contact_* Gravity.nasty_places_*
    Ground.stops_spheres_* Limit.a_new_gravity_* Limit.more_pairs_than_memory_* Memory.* Physics.bodies_at_rest_*
    Physics.pile_* Rolling.gives_the_same_bits_* Shapes.same_bytes_* Stop.ends_a_search_each_* TenMeshesFall.*
    Throw.a_* kinds/NastyPairs.*)
set(slow_in_sim_emu_tests
    EmulatedColumns.work_off_* EmulatedConstraints.have_room_* EmulatedGround.gives_* EmulatedRolling.gives_*
    EmulatedWorld.counts_and_lists_* EmulatedWorld.goes_on_*)
set(slow_in_sort_tests
    CpuAdaptive.gives_one_result_* CpuRadix.sorts_more_than_the_caches_hold PairSorter.sorts_in_every_form)
set(slow_in_sort_adaptive_emu_test
    Adaptive.carries_nothing_wrong_* Adaptive.repairs_many_tiles Adaptive.sees_what_is_lost_*
    AdaptiveMovers.leaves_too_many_*)
set(slow_in_sort_emu_test
    engines/SortEngine.gives_the_same_result_every_time/adaptive
    engines/SortEngine.sorts_around_multiples_*/adaptive engines/SortEngine.sorts_around_multiples_*/bucketsort
    engines/SortEngine.sorts_around_powers_*/adaptive engines/SortEngine.sorts_around_powers_*/bucketsort
    engines/SortEngine.sorts_without_*/adaptive engines/SortEngineTypes.sorts_signed_*/multiscan)
set(slow_in_sort_profiles_emu_test IfNodes.are_in_the_graphs_*)
set(slow_in_sort_splitters_emu_test SortBySplitters.sorts_uneven_keys_in_512_*)
set(slow_in_sort_wide_emu_test */WideEngines.sort_every_kind_of_keys/bucketsort)
set(slow_in_stage_log_emu_test
    */ModelResults.go_the_same_way_*/bucketsort */StageLogs.agree_around_the_tile/multiscan
    */StageLogs.agree_on_every_kind_*)
set(slow_in_app_tests AdaptiveQuality.never_switches_* TrueDepth.of_two_boxes_*)
set(slow_in_bench_tests BenchPairs.who_is_slow_*)
set(slow_in_io_tests RunFile.a_million_*)
set(slow_in_sim_frames_test Frames.a_thousand_*)
