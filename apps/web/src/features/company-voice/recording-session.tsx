import { getCompanyVoice, sayCompanyVoice } from '@alo/contract';
import { Button, Dialog, DialogActions, IconPlayerRecord, Progress, Stack } from '@alo/ui';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

import { SoundPlayer } from '../../domain/sound/sound-player.tsx';
import { useTakes } from '../../domain/sound/use-takes.ts';
import { useConsole } from '../../kit/api/context.ts';
import { useInvalidate } from '../../kit/api/queries.ts';
import { type Clip, ClipNews } from './clip-news.tsx';
import styles from './company-voice.module.css';
import { hintOf, howGroup, shownWords } from './guidance.ts';
import { wordsOf } from './refused-words.ts';

/** As the voice is, not made louder by itself: all words of it are to be alike. */
const plainly = { autoGainControl: false, echoCancellation: false, noiseSuppression: true };

/** One word after the other is said into the microphone, by keys alone: the space bar begins and ends, Enter goes on. */
export default function RecordingSession({
  clips,
  from,
  onClose,
}: {
  clips: readonly Clip[];
  /** The key of the clip that comes first. */
  from: string;
  onClose: () => void;
}) {
  const [place, setPlace] = useState(() =>
    Math.max(
      0,
      clips.findIndex(({ key }) => key === from),
    ),
  );
  const clip = clips[place];
  const said = clips.filter((one) => one.said !== null).length;
  if (clip === undefined) return null;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Thu giọng · lời ${place + 1} trên ${clips.length}`}
      width={640}
      place="top"
    >
      <Progress label="Đã thu" value={said} of={clips.length} />
      <OneClip
        key={clip.key}
        clip={clip}
        onBack={place === 0 ? undefined : () => setPlace(place - 1)}
        onNext={place === clips.length - 1 ? undefined : () => setPlace(place + 1)}
        onClose={onClose}
      />
    </Dialog>
  );
}

function OneClip({
  clip,
  onBack,
  onNext,
  onClose,
}: {
  clip: Clip;
  onBack: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onClose: () => void;
}) {
  const { api } = useConsole();
  const invalidate = useInvalidate();
  const button = useRef<HTMLButtonElement>(null);
  const send = useMutation({
    mutationFn: (file: File) => {
      const body = { key: clip.key, source: 'recording', file } as const;
      return api(sayCompanyVoice, { body });
    },
    onSuccess: () => invalidate(getCompanyVoice),
  });
  const { recording, wrong, toggle } = useTakes((file) => send.mutate(file), plainly);
  useEffect(() => button.current?.focus(), []);
  const said = send.data?.said ?? clip.said;
  const hint = hintOf(clip.key);
  const keys = (event: KeyboardEvent) => {
    const { key, target } = event;
    // On another button Enter is that button's.
    if (key !== 'Enter' || (target instanceof HTMLButtonElement && target !== button.current)) return;
    event.preventDefault();
    if (recording) void toggle();
    else if (!send.isPending) (onNext ?? onClose)();
  };
  return (
    // The keys are those of the buttons inside, wherever the focus is among them.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={keys}>
      <Stack>
        <p className={styles.spoken}>{shownWords(clip)}</p>
        <p className={styles.how}>
          {hint !== undefined && <strong>Đọc {hint}. </strong>}
          {howGroup[clip.group]}
        </p>
        <div className={styles.take}>
          <Button
            ref={button}
            data-autofocus
            size="lg"
            look={recording ? 'danger' : 'primary'}
            icon={<IconPlayerRecord aria-hidden />}
            busy={send.isPending}
            onClick={() => void toggle()}
          >
            {recording ? 'Dừng' : said === null ? 'Thu' : 'Thu lại'}
          </Button>
          <output className={styles.result} aria-live="polite">
            {recording ? (
              <strong>Đang thu: nói đi, xong thì dừng</strong>
            ) : send.isPending ? (
              'Đang đo…'
            ) : (
              <>
                {said !== null && <SoundPlayer key={said.audio.id} id={said.audio.id} />}
                <ClipNews said={said} />
              </>
            )}
          </output>
        </div>
        {(wrong ?? wordsOf(send.error)) !== undefined && <p role="alert">{wrong ?? wordsOf(send.error)}</p>}
        <p className={styles.keys}>
          <kbd>Phím cách</kbd> thu và dừng · <kbd>Enter</kbd> {recording ? 'dừng' : 'lời tiếp theo'}
        </p>
      </Stack>
      <DialogActions>
        <Button disabled={onBack === undefined || recording} onClick={onBack}>
          Lời trước
        </Button>
        <Button onClick={onClose}>Xong</Button>
        <Button disabled={onNext === undefined || recording || send.isPending} onClick={onNext}>
          Lời tiếp theo
        </Button>
      </DialogActions>
    </div>
  );
}
