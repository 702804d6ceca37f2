//! Pictures as PNG, made of their SVG.

use crate::{Scene, svg};

/// A picture that cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// There is no PNG in this build.
    #[error("this program was built without PNG (feature `png`): choose svg")]
    NotBuilt,
    /// The SVG that it is made of cannot be drawn.
    #[error("the picture cannot be drawn: {0}")]
    Drawing(String),
    /// It is drawn, and cannot be written.
    #[error("the picture cannot be written as PNG: {0}")]
    Writing(String),
}

/// The picture as the bytes of a PNG file.
///
/// # Errors
/// If the feature `png` is off.
pub fn draw(scene: &Scene<'_>) -> Result<Vec<u8>, PngError> {
    render(&svg::draw(scene))
}

/// Without the feature `png` this says what to do instead.
///
/// # Errors
/// Always.
#[cfg(not(feature = "png"))]
pub fn render(_: &str) -> Result<Vec<u8>, PngError> {
    Err(PngError::NotBuilt)
}

/// Any SVG as the bytes of a PNG file.
///
/// # Errors
/// If it is no SVG, or has no size.
#[cfg(feature = "png")]
pub fn render(text: &str) -> Result<Vec<u8>, PngError> {
    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::{Options, Tree};

    /// Pixels to a unit of the SVG.
    const SCALE: f32 = 2.0;

    let mut options = Options { font_family: "Ubuntu".into(), ..Options::default() };
    let fonts = options.fontdb_mut();
    // A font of our own, so that pictures look the same everywhere; the system's only for what it
    // lacks.
    fonts.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
    fonts.set_sans_serif_family("Ubuntu");
    if text.chars().any(|c| c > '\u{24f}') {
        fonts.load_system_fonts();
    }
    let no_size = |reason: &str| PngError::Drawing(reason.into());
    let tree = Tree::from_str(text, &options).map_err(|error| PngError::Drawing(error.to_string()))?;
    let size = tree.size().to_int_size().scale_by(SCALE).ok_or_else(|| no_size("it has no size"))?;
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or_else(|| no_size("it is too large"))?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError::Writing(error.to_string()))
}
