import type { PlaneBridge } from '../bridge.ts';
import { Recorder } from '../recorder.ts';
import { RecordingFile, type WritableFile } from '../recording-file.ts';
import { amplitudeOf } from './amplitude.ts';
import type { Beat, TestParty } from './beat.ts';

/** A recording in memory, of whoever is in a bridge; its disk writes when `ready`. */
export function recording(beat: Beat, bridge: PlaneBridge, ready: Promise<void> = Promise.resolve()) {
  const disk = Buffer.alloc(1 << 20);
  const file: WritableFile = {
    async write(parts, position) {
      await ready;
      return Buffer.concat(parts).copy(disk, position);
    },
    datasync: async () => {},
    close: () => {},
  };
  const log = { warn() {} };
  const recorder = new Recorder(beat.ticker, new RecordingFile('any.wav', 2, log, async () => file));
  const listener = (members: Parameters<Parameters<PlaneBridge['watch']>[0]>[0]) => recorder.set(members);
  bridge.watch(listener);
  return {
    recorder,
    follow(next: PlaneBridge) {
      bridge.unwatch(listener);
      next.watch(listener);
    },
    /** How loud somebody was on a side, between two moments of the recording. */
    level(side: 'left' | 'right', party: TestParty, fromMs: number, toMs: number): number {
      const samples = Array.from({ length: (toMs - fromMs) * 8 }, (_, i) =>
        disk.readInt16LE(44 + (fromMs * 8 + i) * 4 + (side === 'left' ? 0 : 2)),
      );
      return amplitudeOf(samples, party.hertz);
    },
  };
}
