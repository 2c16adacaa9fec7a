//! Colours.

use std::fmt::Write;

/// The colours of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Both, chosen by the viewer's `prefers-color-scheme`.
    #[default]
    Either,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// A set of colours.
struct Colours {
    paper: &'static str,
    ink: &'static str,
    soft: &'static str,
    grid: &'static str,
    line: &'static str,
    series: [&'static str; SERIES],
}

/// The number of series with different colours, which colour-blind readers can distinguish too (Okabe
/// and Ito 2008).
pub(super) const SERIES: usize = 6;

const LIGHT: Colours = Colours {
    paper: "#ffffff",
    ink: "#1f2328",
    soft: "#59636e",
    grid: "#e6e8eb",
    line: "#7d8792",
    series: [
        "#0066a8", "#d55e00", "#008a63", "#b8558f", "#b07a00", "#3a9bd1",
    ],
};

const DARK: Colours = Colours {
    paper: "#15181c",
    ink: "#e6e8eb",
    soft: "#9aa4af",
    grid: "#2c3138",
    line: "#7d8894",
    series: [
        "#58b2ee", "#ff8d4d", "#36cfa0", "#e79ccb", "#f2bf48", "#a5dcff",
    ],
};

/// Returns the colour of a series on paper.
pub(super) fn on_paper(series: usize) -> &'static str {
    LIGHT.series[series % SERIES]
}

impl Theme {
    /// Returns the style sheet of a picture whose root has the class `picture`.
    pub(super) fn style(self) -> String {
        match self {
            Self::Light => LIGHT.rules(),
            Self::Dark => DARK.rules(),
            Self::Either => {
                let dark = DARK.rules();
                format!(
                    "{}@media(prefers-color-scheme:dark){{{dark}}}",
                    LIGHT.rules()
                )
            }
        }
    }
}

impl Colours {
    fn rules(&self) -> String {
        let Self {
            paper,
            ink,
            soft,
            grid,
            line,
            series,
        } = self;
        let mut rules = format!(
            ".picture .paper{{fill:{paper}}}.picture text{{fill:{ink}}}.picture .soft{{fill:{soft}}}\
             .picture .grid{{stroke:{grid}}}.picture .axis{{stroke:{soft}}}\
             .picture .line{{stroke:{line}}}.picture .node{{fill:{paper};stroke:{ink}}}\
             .picture .block{{fill:{ink};stroke:{ink}}}.picture .inverse{{fill:{paper}}}\
             .picture .halo{{stroke:{paper}}}"
        );
        for (i, colour) in series.iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = write!(
                rules,
                ".picture .s{i}{{stroke:{colour}}}.picture .f{i}{{fill:{colour}}}"
            );
        }
        rules
    }
}
