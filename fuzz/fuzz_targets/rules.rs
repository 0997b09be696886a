#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fairyring_fuzz::checks::rules(data));
