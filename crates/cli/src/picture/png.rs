//! Pictures as PNG, made of their SVG.

use super::{Scene, svg};

/// The picture as the bytes of a PNG file.
pub(crate) fn draw(scene: &Scene<'_>) -> anyhow::Result<Vec<u8>> {
    render(&svg::draw(scene))
}

/// Says what to do instead.
#[cfg(not(feature = "png"))]
pub(crate) fn render(_: &str) -> anyhow::Result<Vec<u8>> {
    anyhow::bail!("this program was built without PNG (feature `png`): choose --format svg")
}

/// Any SVG of ours as the bytes of a PNG file.
#[cfg(feature = "png")]
pub(crate) fn render(text: &str) -> anyhow::Result<Vec<u8>> {
    use anyhow::{Context, anyhow};
    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::{Options, Tree};

    /// Pixels to a unit of the SVG.
    const SCALE: f32 = 2.0;

    let mut options = Options { font_family: "Ubuntu".into(), ..Options::default() };
    let fonts = options.fontdb_mut();
    // A font of our own, so that pictures look the same everywhere; the system's only for what it lacks.
    fonts.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
    fonts.set_sans_serif_family("Ubuntu");
    if text.chars().any(|c| c > '\u{24f}') {
        fonts.load_system_fonts();
    }
    let tree = Tree::from_str(text, &options).context("our own SVG cannot be read")?;
    let size = tree.size().to_int_size().scale_by(SCALE).context("the picture has no size")?;
    let mut pixels = Pixmap::new(size.width(), size.height()).context("the picture is too large")?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| anyhow!("the picture cannot be written as PNG: {error}"))
}
