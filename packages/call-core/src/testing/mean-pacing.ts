import type { Pacing } from './calling-day.ts';

/** Of fewer calls a share says nothing. */
const fewCalls = 20;

/**
 * The formula of the literature on predictive dialling: so many lines that on average as many customers pick up as people are free or
 * soon will be, times a factor that is fixed for all campaigns. Where one more in vain would be above the cap it calls one line each.
 */
export const meanPacing =
  (factor: number): Pacing =>
  ({ free, soonFree, underWay, linesPerAgent, called, reached, pickedUp, abandoned, abandonPercent }) => {
    const people = free + (soonFree ?? 0);
    const met = called < fewCalls ? 1 : Math.max(0.01, reached / called);
    const isOver = abandoned > 0 && (abandoned + 1) * 100 > abandonPercent * Math.max(pickedUp, fewCalls * 2);
    const wanted = isOver ? free : Math.floor(Math.min((factor * people) / met, linesPerAgent * people));
    return Math.max(0, Math.max(wanted, free) - underWay);
  };
