import { type MyCall, pauseRecording } from '@alo/contract';
import { IconButton, IconPlayerPause, IconPlayerRecord } from '@alo/ui';

import { useCallControl } from './use-call-control.ts';

/** Says that the conversation is recorded, and pauses that: for a card number, or whatever is not to be kept. */
export function RecordingButton({ call }: { call: MyCall }) {
  const { ask, busy } = useCallControl();
  if (call.recording === 'off') return null;
  const paused = call.recording === 'paused';
  return (
    <IconButton
      label={paused ? 'Đang tạm dừng ghi âm: bấm để ghi tiếp' : 'Đang ghi âm: bấm để tạm dừng'}
      size="sm"
      aria-pressed={paused}
      disabled={busy}
      onClick={() => void ask(pauseRecording, { params: { id: call.id }, body: { on: !paused } })}
    >
      {paused ? <IconPlayerPause aria-hidden /> : <IconPlayerRecord aria-hidden color="var(--alo-bad)" />}
    </IconButton>
  );
}
