//! What a browser calls.

use std::sync::Once;
use std::time::Duration;

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn milliseconds() -> f64;

    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn complain(text: &str);

    /// The page's own function, which the worker defines.
    #[wasm_bindgen(js_name = reportProgress)]
    fn report_progress(text: &str);
}

fn now() -> Duration {
    Duration::try_from_secs_f64(milliseconds() / 1000.0).unwrap_or_default()
}

/// Answers a question, both as JSON.
#[wasm_bindgen]
pub fn ask(question: &str) -> String {
    static START: Once = Once::new();
    START.call_once(|| {
        misere::limits::set_clock(now);
        std::panic::set_hook(Box::new(|panic| complain(&panic.to_string())));
    });
    super::ask(question, &report_progress)
}
