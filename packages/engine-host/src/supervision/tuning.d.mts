export type ProcessName = 'keeper' | 'engine' | 'server' | 'worker' | 'bench';
export interface Tuning {
  readonly flag: string;
  readonly of: readonly ProcessName[];
  readonly why: string;
  readonly adr?: number;
}
export declare const canGiveBack: '--expose-gc';
export declare const tuning: readonly Tuning[];
export declare const flagsOf: (name: ProcessName) => string[];
export declare const tunedEnvironment: { readonly MALLOC_ARENA_MAX: string };
