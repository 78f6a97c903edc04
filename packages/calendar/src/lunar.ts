/**
 * The Vietnamese lunar calendar: months begin on the day of the new moon as it is seen at UTC+7, and the month with the winter
 * solstice is the eleventh. It differs from the Chinese one in years in which the hour between the two zones decides (1985, 2007,
 * 2030). After Hồ Ngọc Đức's computation, which follows Meeus, "Astronomical Algorithms"; right from 1800 to 2199.
 */

const zone = 7 / 24;
const radian = Math.PI / 180;
/** Mean length of a month. */
const month = 29.530588853;
/** Julian day of the new moon from which months are counted. */
const firstMoon = 2415021.076998695;
/** Julian day of 1970-01-01. */
const epoch = 2440588;

/** The date on which a day of the lunar year falls: `dateOfLunar(2027, 1, 1)` is Tết, `2027-02-06`. Leap months are not asked for. */
export function dateOfLunar(year: number, lunarMonth: number, day: number): string {
  const [before, after] = lunarMonth < 11 ? [year - 1, year] : [year, year + 1];
  const start = eleventhMonth(before);
  const offset = (lunarMonth + 1) % 12;
  const hasLeap = eleventhMonth(after) - start > 365;
  const moons = hasLeap && offset >= leapOffset(start) ? offset + 1 : offset;
  return dateOf(newMoon(moonAt(start) + moons) + day - 1);
}

const dateOf = (julianDay: number) => new Date((julianDay - epoch) * 86_400_000).toISOString().slice(0, 10);
const moonAt = (julianDay: number) => Math.floor((julianDay - firstMoon) / month + 0.5);

/** The day on which the month of the winter solstice of a year begins. */
function eleventhMonth(year: number): number {
  const lastDay = Date.UTC(year, 11, 31) / 86_400_000 + epoch;
  const moon = Math.floor((lastDay - 2415021) / month);
  const start = newMoon(moon);
  return sector(start) >= 9 ? newMoon(moon - 1) : start;
}

/** How many months after the eleventh the leap month comes: the first that the sun spends in one sector with the month before it. */
function leapOffset(eleventh: number): number {
  const moon = moonAt(eleventh);
  let last = sector(newMoon(moon + 1));
  for (let nth = 2; nth < 14; nth += 1) {
    const now = sector(newMoon(moon + nth));
    if (now === last) return nth - 1;
    last = now;
  }
  return 13;
}

/** In which twelfth of its way the sun is as the day begins. */
const sector = (julianDay: number) => Math.floor((sunLongitude(julianDay - 0.5 - zone) / Math.PI) * 6);

/** The day on which the nth new moon since 1900 is seen. */
function newMoon(nth: number): number {
  const t = nth / 1236.85;
  const t2 = t * t;
  const t3 = t2 * t;
  const sin = (degrees: number) => Math.sin(degrees * radian);
  const mean =
    2415020.75933 +
    29.53058868 * nth +
    0.0001178 * t2 -
    0.000000155 * t3 +
    0.00033 * sin(166.56 + 132.87 * t - 0.009173 * t2);
  const sun = 359.2242 + 29.10535608 * nth - 0.0000333 * t2 - 0.00000347 * t3;
  const moon = 306.0253 + 385.81691806 * nth + 0.0107306 * t2 + 0.00001236 * t3;
  const node = 21.2964 + 390.67050646 * nth - 0.0016528 * t2 - 0.00000239 * t3;
  const correction =
    (0.1734 - 0.000393 * t) * sin(sun) +
    0.0021 * sin(2 * sun) -
    0.4068 * sin(moon) +
    0.0161 * sin(2 * moon) -
    0.0004 * sin(3 * moon) +
    0.0104 * sin(2 * node) -
    0.0051 * sin(sun + moon) -
    0.0074 * sin(sun - moon) +
    0.0004 * sin(2 * node + sun) -
    0.0004 * sin(2 * node - sun) -
    0.0006 * sin(2 * node + moon) +
    0.001 * sin(2 * node - moon) +
    0.0005 * sin(2 * moon + sun);
  const clock = -0.000278 + 0.000265 * t + 0.000262 * t2;
  return Math.floor(mean + correction - clock + 0.5 + zone);
}

function sunLongitude(julianDay: number): number {
  const t = (julianDay - 2451545) / 36525;
  const t2 = t * t;
  const anomaly = (357.5291 + 35999.0503 * t - 0.0001559 * t2 - 0.00000048 * t * t2) * radian;
  const mean = 280.46645 + 36000.76983 * t + 0.0003032 * t2;
  const centre =
    (1.9146 - 0.004817 * t - 0.000014 * t2) * Math.sin(anomaly) +
    (0.019993 - 0.000101 * t) * Math.sin(2 * anomaly) +
    0.00029 * Math.sin(3 * anomaly);
  const turn = 2 * Math.PI;
  const longitude = (mean + centre) * radian;
  return longitude - turn * Math.floor(longitude / turn);
}
