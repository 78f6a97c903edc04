import { addAudio, audioLimits, audioSources, speakAudio, voices } from '@alo/contract';
import { Button, ChoiceField, FieldGroup, FileField, TextAreaField } from '@alo/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { ApiProblem, explain } from '../../kit/api/problem.ts';
import { fileSize } from '../../kit/format/numbers.ts';
import { choicesOf } from '../../resource/fields/choices-of.ts';
import type { ControlProps } from '../../resource/fields/field.ts';
import { fieldError } from '../../resource/fields/problems.ts';
import { Recorder } from './recorder.tsx';
import styles from './sound.module.css';
import { SoundPlayer } from './sound-player.tsx';

type Way = keyof typeof audioSources;
type VoiceName = keyof typeof voices;

const ways = choicesOf(audioSources);
const speakers = choicesOf(voices);

/** Three ways to a sound; what there is can be heard before it is saved. */
export function SoundControl({ label, hint, problems, required, disabled, value, onChange }: ControlProps<string>) {
  const [way, setWay] = useState<Way>('file');
  return (
    <FieldGroup label={label} hint={hint} required={required} error={fieldError(problems)}>
      <div className={styles.field}>
        {value ? <SoundPlayer key={value} id={value} wave /> : <span>Chưa có âm thanh.</span>}
        {!disabled && (
          <>
            <ChoiceField
              label={value ? 'Thay bằng' : 'Thêm bằng'}
              choices={ways}
              value={way}
              onChange={(chosen) => setWay(ways.find((each) => each.value === chosen)?.value ?? 'file')}
            />
            {way === 'file' && <Upload onMade={onChange} />}
            {way === 'recording' && <Recording onMade={onChange} />}
            {way === 'speech' && <Speech onMade={onChange} />}
          </>
        )}
      </div>
    </FieldGroup>
  );
}

interface Maker {
  onMade: (id: string) => void;
}

function Upload({ onMade }: Maker) {
  const [file, setFile] = useState<File | null>(null);
  const send = useSend(onMade);
  return (
    <FileField
      label="Tệp âm thanh"
      hint={`WAV, MP3, OGG hay M4A, tối đa ${fileSize(audioLimits.bytes)}. Được đổi sang dạng tổng đài phát được và chỉnh cho to bằng nhau.`}
      accept=".wav,.mp3,.ogg,.oga,.opus,.m4a,audio/*"
      sizeText={fileSize}
      disabled={send.isPending}
      error={send.words}
      value={file}
      onChange={(chosen) => {
        setFile(chosen);
        if (chosen !== null) send.mutate({ file: chosen, source: 'file' });
      }}
    />
  );
}

function Recording({ onMade }: Maker) {
  const send = useSend(onMade);
  return (
    <>
      <Recorder busy={send.isPending} onRecorded={(file) => send.mutate({ file, source: 'recording' })} />
      {send.words !== undefined && <p role="alert">{send.words}</p>}
    </>
  );
}

function useSend(onMade: (id: string) => void) {
  const { api } = useConsole();
  const send = useMutation({
    mutationFn: (body: { file: File; source: 'file' | 'recording' }) => api(addAudio, { body }),
    onSuccess: ({ id }) => onMade(id),
  });
  return { ...send, words: wordsOf(send.error, 'file') };
}

function Speech({ onMade }: Maker) {
  const { api } = useConsole();
  const [text, setText] = useState('');
  const [voice, setVoice] = useState<VoiceName>('north');
  const speak = useMutation({
    mutationFn: () => api(speakAudio, { body: { text, voice } }),
    onSuccess: ({ id }) => onMade(id),
  });
  return (
    <>
      <TextAreaField
        label="Lời đọc"
        hint="Viết số và chữ tắt thành lời thì đọc rõ hơn."
        error={wordsOf(speak.error, 'text')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ChoiceField
        label="Giọng"
        choices={speakers}
        value={voice}
        onChange={(chosen) => setVoice(speakers.find((each) => each.value === chosen)?.value ?? 'north')}
      />
      <div className={styles.buttons}>
        <Button busy={speak.isPending} disabled={text.trim() === ''} onClick={() => speak.mutate()}>
          Đọc thành tiếng
        </Button>
      </div>
    </>
  );
}

/** What is wrong with the sound itself, or with the way to the server. */
function wordsOf(error: unknown, field: string): string | undefined {
  if (error === null || error === undefined) return undefined;
  return (error instanceof ApiProblem ? error.body.fields[field] : undefined) ?? explain(error).text;
}
