import { getCompanyVoice, gravestFaults, sayCompanyVoice } from '@alo/contract';
import { Button, Dialog, DialogActions, FileField, Progress, Stack } from '@alo/ui';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate } from '../../kit/api/queries.ts';
import { fileSize } from '../../kit/format/numbers.ts';
import type { Clip } from './clip-news.tsx';
import { clipsNamed } from './guidance.ts';
import { wordsOf } from './refused-words.ts';
import { unzip, ZipError } from './unzip.ts';

interface Brought {
  readonly good: number;
  /** Those that have to be said again. */
  readonly bad: readonly string[];
  /** Files that were refused, with why. */
  readonly refused: readonly string[];
  /** Files of which nobody knows what they say. */
  readonly unknown: readonly string[];
}

/** A zip with a file for each word, or one file: each is measured as if it had been said here. */
export default function BringFiles({ clips, onClose }: { clips: readonly Clip[]; onClose: () => void }) {
  const { api } = useConsole();
  const invalidate = useInvalidate();
  const [file, setFile] = useState<File | null>(null);
  const [done, setDone] = useState<{ value: number; of: number }>();
  const stopped = useRef(false);
  const bring = useMutation({
    mutationFn: async (chosen: File): Promise<Brought> => {
      const files = await filesOf(chosen);
      const named = files.map((one) => ({ ...one, clips: clipsNamed(clips, one.name) }));
      const wanted = named.flatMap((one) => one.clips.map((clip) => ({ ...one, clip })));
      const found = { good: 0, bad: [] as string[], refused: [] as string[] };
      for (const [nth, { name, bytes, clip }] of wanted.entries()) {
        if (stopped.current) break;
        setDone({ value: nth, of: wanted.length });
        try {
          const body = { key: clip.key, source: 'file', file: new File([bytes], name) } as const;
          const { said } = await api(sayCompanyVoice, { body });
          if (said?.faults.some((fault) => gravestFaults.includes(fault))) found.bad.push(clip.text);
          else found.good += 1;
        } catch (error) {
          found.refused.push(`${name}: ${wordsOf(error)}`);
        }
      }
      return { ...found, unknown: named.flatMap((one) => (one.clips.length === 0 ? [one.name] : [])) };
    },
    onSettled: () => {
      setDone(undefined);
      return invalidate(getCompanyVoice);
    },
  });
  const close = () => {
    stopped.current = true;
    onClose();
  };
  return (
    <Dialog opened onClose={close} title="Tải giọng lên" width={560} place="top">
      <Stack>
        <FileField
          label="Tệp .zip hay một tệp âm thanh"
          hint="Mỗi lời một tệp WAV, MP3, OGG hay M4A, đặt tên bằng chính lời ấy (mười.wav, hai.wav) hay bằng mã (ten.wav). Khoảng lặng đầu cuối được cắt, độ to được chỉnh cho đều."
          accept=".zip,.wav,.mp3,.ogg,.oga,.opus,.m4a,audio/*"
          sizeText={fileSize}
          disabled={bring.isPending}
          error={
            bring.error === null
              ? undefined
              : bring.error instanceof ZipError
                ? bring.error.message
                : explain(bring.error).text
          }
          value={file}
          onChange={setFile}
        />
        {done !== undefined && (
          <>
            <Progress label="Đang đo" value={done.value} of={done.of} />
            <output>
              Đang đo lời {done.value + 1} trên {done.of}
            </output>
          </>
        )}
        {bring.data !== undefined && <Outcome brought={bring.data} />}
        <DialogActions>
          <Button onClick={close}>Đóng</Button>
          <Button
            look="primary"
            busy={bring.isPending}
            disabled={file === null}
            onClick={() => file !== null && bring.mutate(file)}
          >
            Tải lên và đo
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

const Outcome = ({ brought: { good, bad, refused, unknown } }: { brought: Brought }) => (
  <div role="status">
    <p>
      <strong>{good} lời dùng được.</strong>
    </p>
    {bad.length > 0 && <p>Phải thu lại: {bad.join(', ')}.</p>}
    {refused.length > 0 && <p>Không nhận: {refused.join('; ')}.</p>}
    {unknown.length > 0 && <p>Không biết là lời nào: {unknown.join(', ')}.</p>}
  </div>
);

/** The files that were brought: those of a zip, or the one itself. */
async function filesOf(file: File): Promise<readonly { readonly name: string; readonly bytes: Blob }[]> {
  const isZip = file.type.includes('zip') || file.name.toLowerCase().endsWith('.zip');
  return isZip ? unzip(file) : [{ name: file.name, bytes: file }];
}
