//! Places for labels: each is put where it covers nothing, or left out.

use super::curves::Point;

/// The occupied rectangles, by their left, top, right and bottom edges.
#[derive(Default)]
pub(super) struct Occupied {
    rectangles: Vec<[f64; 4]>,
}

impl Occupied {
    /// Adds a rectangle.
    pub(super) fn add(&mut self, centre: Point, width: f64, height: f64) {
        self.rectangles.push(around(centre, width, height));
    }

    /// Returns the first of some places at which a label of this size covers nothing, and adds it.
    pub(super) fn place(
        &mut self,
        places: impl IntoIterator<Item = Point>,
        width: f64,
        height: f64,
    ) -> Option<Point> {
        let is_free = |place: &Point| {
            let [left, top, right, bottom] = around(*place, width, height);
            let is_apart = |other: &[f64; 4]| {
                other[2] <= left || right <= other[0] || other[3] <= top || bottom <= other[1]
            };
            self.rectangles.iter().all(is_apart)
        };
        let place = places.into_iter().find(is_free)?;
        self.add(place, width, height);
        Some(place)
    }
}

fn around((x, y): Point, width: f64, height: f64) -> [f64; 4] {
    let (across, down) = (width / 2.0, height / 2.0);
    [x - across, y - down, x + across, y + down]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_do_not_cover_each_other() {
        let mut occupied = Occupied::default();
        occupied.add((0.0, 0.0), 10.0, 10.0);
        let places = [(3.0, 3.0), (12.0, 0.0), (40.0, 0.0)];
        assert_eq!(occupied.place(places, 10.0, 10.0), Some((12.0, 0.0)));
        assert_eq!(occupied.place(places, 10.0, 10.0), Some((40.0, 0.0)));
        assert_eq!(occupied.place(places, 10.0, 10.0), None);
    }
}
