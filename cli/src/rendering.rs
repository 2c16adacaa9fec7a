//! SVG pictures as PDF and PNG.
//!
//! The fonts are in the program, so the same picture has the same bytes on every machine: no font,
//! setting or clock of the system is asked.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use svg2pdf::usvg::{Options, Tree, fontdb};
use svg2pdf::{ConversionOptions, PageOptions};

use misere::limits::{Budget, Reason};

use super::failure::Failure;

/// The bytes that a byte of SVG takes while it is drawn, measured with a million dots.
const BYTES_PER_BYTE: usize = 150;
/// The pixels of a PNG picture for each pixel of the SVG picture.
const FINENESS: f32 = 2.0;
/// The most pixels of a side of a PNG picture.
const LONGEST_SIDE: f32 = 12_000.0;

/// Reads a picture of our own.
fn tree(svg: &str, budget: &Budget) -> Result<Tree, Failure> {
    budget.check()?;
    budget.check_memory(svg.len().saturating_mul(BYTES_PER_BYTE))?;
    let mut fonts = fontdb::Database::new();
    for font in [dejavu::sans::regular(), dejavu::sans_mono::regular()] {
        fonts.load_font_source(fontdb::Source::Binary(Arc::new(font)));
    }
    fonts.set_sans_serif_family("DejaVu Sans");
    fonts.set_monospace_family("DejaVu Sans Mono");
    let options = Options {
        fontdb: Arc::new(fonts),
        font_family: "DejaVu Sans".into(),
        ..Options::default()
    };
    // Our own SVG can be read, unless it is beyond the limits of the renderer.
    Tree::from_str(svg, &options).map_err(|_| too_large())
}

fn too_large() -> Failure {
    let message =
        "the picture is too large for PDF and PNG\n  hint: .svg and .tikz have no such limit";
    Failure::OutOfReach(message.into())
}

/// Returns the picture as PDF, a pixel as 3/4 of a point.
pub(super) fn pdf(svg: &str, budget: &Budget) -> Result<Vec<u8>, Failure> {
    let tree = tree(svg, budget)?;
    budget.check()?;
    let page = PageOptions { dpi: 96.0 };
    // Embedded fonts stand in the file in an order that differs from run to run, so labels are outlines.
    let outlines = ConversionOptions {
        embed_text: false,
        ..ConversionOptions::default()
    };
    let pdf = svg2pdf::to_pdf(&tree, outlines, page);
    let pdf = pdf.map_err(|_| too_large())?;
    budget.check()?;
    Ok(pdf)
}

/// Returns the picture as PNG, with four pixels for one of the SVG picture; fewer if it is very large.
pub(super) fn png(svg: &str, budget: &Budget) -> Result<Vec<u8>, Failure> {
    let tree = tree(svg, budget)?;
    let size = tree.size();
    let scale = FINENESS.min(LONGEST_SIDE / size.width().max(size.height()));
    let size = size.to_int_size().scale_by(scale).ok_or_else(too_large)?;
    let (width, height) = (size.width(), size.height());
    // The picture, and its text.
    let bytes = 8 * u64::from(width) * u64::from(height);
    budget.check_memory(bytes)?;
    let mut picture = Pixmap::new(width, height).ok_or(Reason::Allocator)?;
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut picture.as_mut(),
    );
    budget.check()?;
    picture.encode_png().map_err(|_| too_large())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SVG: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"60\" height=\"20\">\
                       <rect width=\"30\" height=\"20\"/><text x=\"35\" y=\"15\">2</text></svg>";

    #[test]
    fn a_picture_has_its_size_and_the_same_bytes_again() {
        let budget = Budget::default();
        let drawn = png(SVG, &budget).unwrap();
        let pixels = Pixmap::decode_png(&drawn).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (120, 40));
        let opaque = |from: u32, to: u32| {
            let pixels = &pixels;
            let places = (from..to).flat_map(|x| (0..40).map(move |y| (x, y)));
            places
                .filter(|&(x, y)| pixels.pixel(x, y).unwrap().alpha() > 128)
                .count()
        };
        assert_eq!(opaque(0, 60), 60 * 40);
        // The digit, although no font of the system was asked.
        assert!((50..500).contains(&opaque(64, 120)));
        assert_eq!(png(SVG, &budget).unwrap(), drawn);
        let written = pdf(SVG, &budget).unwrap();
        assert!(written.starts_with(b"%PDF-"));
        assert_eq!(pdf(SVG, &budget).unwrap(), written);
    }

    #[test]
    fn limits_stop_a_picture() {
        let small = Budget::default().with_max_memory(10_000);
        assert!(matches!(
            png(SVG, &small),
            Err(Failure::Interrupted(Reason::Memory { .. }))
        ));
        assert!(matches!(
            pdf(SVG, &small),
            Err(Failure::Interrupted(Reason::Memory { .. }))
        ));
        let late = Budget::timeout(std::time::Duration::ZERO);
        let stopped = pdf(SVG, &late).unwrap_err();
        assert!(matches!(stopped, Failure::Interrupted(Reason::Deadline)));
    }
}
