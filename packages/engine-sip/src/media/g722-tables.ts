/** Tables of ITU-T G.722 for the lower sub-band; named as the recommendation names them. */

const mirror = (values: readonly number[]): number[] => values.map((value) => -value);

/** Decision levels of the 60-level quantizer (table 14). */
export const Q6 = Int16Array.from([
  35, 72, 110, 150, 190, 233, 276, 323, 370, 422, 473, 530, 587, 650, 714, 786, 858, 940, 1023, 1121, 1219, 1339, 1458,
  1612, 1765, 1980, 2195, 2557, 2919,
]);

/** Outputs of the inverse 15-level quantizer, for adaptation: 4 bits (table 15). */
const QQ4 = [20456, 12896, 8968, 6288, 4240, 2584, 1200];
export const QM4 = Int16Array.from([0, ...mirror(QQ4), ...QQ4, 0]);

/** Outputs of the inverse 60-level quantizer, to be heard: 6 bits (table 18). The first four codes are never sent. */
const QQ6 = [
  24808, 21904, 19008, 16704, 14984, 13512, 12280, 11192, 10232, 9360, 8576, 7856, 7192, 6576, 6000, 5456, 4944, 4464,
  4008, 3576, 3168, 2776, 2400, 2032, 1688, 1360, 1040, 728,
];
export const QM6 = Int16Array.from([-136, -136, -136, -136, ...mirror(QQ6), ...QQ6, 432, 136, -432, -136]);

/** How the logarithm of the step changes by what was sent, 4 bits (tables 16 and 17 in one). */
const WL = [3042, 1198, 538, 334, 172, 58, -30];
export const STEP_CHANGE = Int16Array.from([-60, ...WL, ...WL, -60]);

/** Steps by the five bits behind the point of their logarithm (table 19). */
export const ILB = Int16Array.from([
  2048, 2093, 2139, 2186, 2233, 2282, 2332, 2383, 2435, 2489, 2543, 2599, 2656, 2714, 2774, 2834, 2896, 2960, 3025,
  3091, 3158, 3228, 3298, 3371, 3444, 3520, 3597, 3676, 3756, 3838, 3922, 4008,
]);
