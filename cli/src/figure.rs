//! Pictures in files: the flags that commands share, and the languages in which pictures are written.

use std::ffi::OsStr;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use misere_figures::shortened;
use misere_picture::{Chart, Diagram, HeatMap, Theme};

use super::Format;
use super::failure::Failure;
use super::session::{Session, replace_file};

/// Flags of commands that draw.
#[derive(Args)]
pub(super) struct Figure {
    /// The title of the picture
    #[arg(long, value_name = "T")]
    title: Option<String>,

    /// Nodes and lines, or points and axes, alone: without title, legend and notes
    #[arg(long)]
    bare: bool,

    /// Light or dark colours; as the reader prefers unless set. PDF, PNG and TikZ are light
    #[arg(long, value_enum)]
    theme: Option<ThemeName>,

    /// Write the picture into this file: .svg, .pdf, .png, .tikz, and .dot for graphs
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// [`Theme`], as a flag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum ThemeName {
    /// As the reader prefers
    #[default]
    Auto,
    /// Dark on light
    Light,
    /// Light on dark
    Dark,
}

/// The language of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    Svg,
    Dot,
    Tikz,
    Pdf,
    Png,
}

impl Language {
    /// The languages of all pictures, by the ending of a file.
    const ALL: [(&str, Self); 5] = [
        ("svg", Self::Svg),
        ("pdf", Self::Pdf),
        ("png", Self::Png),
        ("tikz", Self::Tikz),
        ("dot", Self::Dot),
    ];
}

/// A picture that is ready to be drawn.
pub(super) enum Picture {
    /// With what DOT calls the graph.
    Diagram(Diagram, &'static str),
    Chart(Chart),
    Map(HeatMap),
}

impl Figure {
    /// Returns the first flag that was given, for a command that draws nothing.
    pub(super) fn given(&self) -> Option<&'static str> {
        let flags = [
            ("--title", self.title.is_some()),
            ("--bare", self.bare),
            ("--theme", self.theme.is_some()),
            ("--output", self.output.is_some()),
        ];
        let mut given = flags.into_iter().filter(|&(_, given)| given);
        given.next().map(|(flag, _)| flag)
    }

    /// Returns the language: that of the file, of --dot or of --format tex, else SVG.
    pub(super) fn language(
        &self,
        session: &Session,
        is_graph: bool,
        dot: bool,
    ) -> Result<Language, Failure> {
        let is_tex = session.format == Format::Tex;
        let asked = match (dot, is_tex) {
            (true, true) => {
                let message = "--dot and --format tex are two languages";
                return Err(Failure::input(message, None));
            }
            (true, false) => Some(Language::Dot),
            (false, true) => Some(Language::Tikz),
            (false, false) => None,
        };
        let Some(path) = &self.output else {
            return Ok(asked.unwrap_or(Language::Svg));
        };
        let ending = path.extension().and_then(OsStr::to_str).unwrap_or("");
        let known = (Language::ALL.into_iter())
            .find(|(name, _)| name.eq_ignore_ascii_case(ending))
            .filter(|&(_, language)| is_graph || language != Language::Dot);
        let endings = if is_graph {
            ".svg, .pdf, .png, .tikz and .dot"
        } else {
            ".svg, .pdf, .png and .tikz"
        };
        let Some((_, language)) = known else {
            let message = match ending {
                "" => format!("`{}` does not say what picture it is", path.display()),
                _ => format!("pictures are not written as .{ending}"),
            };
            let hint = format!("the ending of the file decides: {endings}");
            return Err(Failure::input(&message, Some(&hint)));
        };
        match asked {
            Some(asked) if asked != language => {
                let flag = if dot { "--dot" } else { "--format tex" };
                let message = format!("{flag} does not write a .{ending}");
                let hint = "leave the flag out: the ending of the file decides";
                Err(Failure::input(&message, Some(hint)))
            }
            _ => Ok(language),
        }
    }

    /// Returns the title that was given, or this one.
    pub(super) fn title(&self, otherwise: &str) -> String {
        /// Longer ones are cut.
        const LONGEST: usize = 80;
        if let Some(title) = &self.title {
            return title.clone();
        }
        shortened(otherwise, LONGEST)
    }

    /// The colours. Only a viewer of SVG knows what the reader prefers, and bare pictures stand on paper.
    fn theme(&self, language: Language) -> Theme {
        match self.theme {
            Some(ThemeName::Dark) => Theme::Dark,
            Some(ThemeName::Light) => Theme::Light,
            Some(ThemeName::Auto) | None if self.bare || language != Language::Svg => Theme::Light,
            Some(ThemeName::Auto) | None => Theme::Either,
        }
    }

    /// Draws a picture and writes it.
    pub(super) fn write(
        &self,
        session: &mut Session,
        picture: Picture,
        language: Language,
    ) -> Result<(), Failure> {
        let progress = session.busy("drawing");
        let drawn = self.draw(session, picture, language);
        drop(progress);
        let drawn = drawn?;
        match &self.output {
            Some(path) => replace_file(path, |file| file.write_all(&drawn)),
            None => match language {
                Language::Svg => session.svg(&String::from_utf8_lossy(&drawn)),
                Language::Dot | Language::Tikz => session.text(&String::from_utf8_lossy(&drawn)),
                Language::Pdf | Language::Png => session.bytes(&drawn),
            },
        }
    }

    fn draw(
        &self,
        session: &Session,
        picture: Picture,
        language: Language,
    ) -> Result<Vec<u8>, Failure> {
        let (theme, bare, budget) = (self.theme(language), self.bare, session.budget());
        let (svg, tikz) = match picture {
            Picture::Diagram(mut diagram, name) => {
                (diagram.theme, diagram.bare) = (theme, bare);
                match language {
                    Language::Dot => return Ok(format!("{}\n", diagram.dot(name)).into_bytes()),
                    Language::Tikz => (None, Some(diagram.tikz(budget)?)),
                    _ => (Some(diagram.svg(budget)?), None),
                }
            }
            Picture::Chart(mut chart) => {
                (chart.theme, chart.bare) = (theme, bare);
                match language {
                    Language::Tikz => (None, chart.tikz()),
                    _ => (Some(chart.to_string()), None),
                }
            }
            Picture::Map(mut map) => {
                (map.theme, map.bare) = (theme, bare);
                match language {
                    Language::Tikz => (None, map.tikz()),
                    _ => (Some(map.to_string()), None),
                }
            }
        };
        match (language, svg, tikz) {
            (Language::Pdf | Language::Png, Some(svg), _) => render(&svg, language, session),
            (_, Some(text), _) | (_, _, Some(text)) => Ok(text.into_bytes()),
            (_, None, None) => {
                let message = "TeX takes too long for more than ten thousand points or cells\n  \
                               hint: --from and --to set the range, and .pdf and .png have no such limit";
                Err(Failure::OutOfReach(message.into()))
            }
        }
    }
}

#[cfg(feature = "pdf-png")]
fn render(svg: &str, language: Language, session: &Session) -> Result<Vec<u8>, Failure> {
    use super::rendering::{pdf, png};
    match language {
        Language::Png => png(svg, session.budget()),
        _ => pdf(svg, session.budget()),
    }
}

#[cfg(not(feature = "pdf-png"))]
fn render(_: &str, _: Language, _: &Session) -> Result<Vec<u8>, Failure> {
    let message = "this program was built without PDF and PNG";
    let hint = "it writes .svg and .tikz; the feature pdf-png brings the others";
    Err(Failure::input(message, Some(hint)))
}
