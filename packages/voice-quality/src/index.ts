export { type BothWays, mosBothWays, mosOf, type PathMeasures, type Wrong } from './e-model.ts';
export { type Bad, badOf, type Level, levelOf, type Steady, soundsPoor, steadied, steadyGood } from './level.ts';
