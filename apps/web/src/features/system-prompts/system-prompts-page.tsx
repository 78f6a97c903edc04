import { audioSources, getSystemPrompts, type ResultOf, systemPromptFile, updateSystemPrompt } from '@alo/contract';
import { Button, Dialog, DialogActions, Skeleton, Stack } from '@alo/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FilePlayer } from '../../domain/sound/file-player.tsx';
import { sound } from '../../domain/sound/sound-field.tsx';
import { SoundPlayer } from '../../domain/sound/sound-player.tsx';
import { useConsole } from '../../kit/api/context.ts';
import { currentIn, explain } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { useMay } from '../../kit/me/me.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { Page, Surface } from '../../resource/page/page.tsx';
import { promptsInParts } from './groups.ts';
import styles from './system-prompts.module.css';

type Prompt = ResultOf<typeof getSystemPrompts>['data'][number];

/** /system-prompts: every text that the telephone says by itself, and what the company has instead. */
export default function SystemPromptsPage() {
  const read = useRead();
  const may = useMay()(updateSystemPrompt.access);
  const { data, error, refetch } = useQuery(read(getSystemPrompts, {}));
  const [changed, setChanged] = useState<Prompt>();
  const own = data?.data.filter(({ audio }) => audio !== null).length ?? 0;
  return (
    <Page title="Lời hệ thống" count={data && `${data.data.length} lời, ${own} đã thay`}>
      <p className={styles.purpose}>
        Những lời tổng đài tự nói. Nghe thử, rồi thay bằng tệp, thu trực tiếp hay đọc văn bản; lúc nào cũng về lại lời
        gốc được.
      </p>
      {error !== null && data === undefined && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton width="100%" height={320} />}
      {data !== undefined &&
        promptsInParts(data.data).map(({ title, prompts }) => (
          <section key={title} className={styles.part}>
            <h2>{title}</h2>
            <Surface>
              <ul>
                {prompts.map((prompt) => (
                  <PromptRow key={prompt.key} prompt={prompt} {...(may && { onChange: () => setChanged(prompt) })} />
                ))}
              </ul>
            </Surface>
          </section>
        ))}
      {changed !== undefined && <PromptDialog prompt={changed} onClose={() => setChanged(undefined)} />}
    </Page>
  );
}

function PromptRow({
  prompt: { key, text, audio, in_voice: inVoice },
  onChange,
}: {
  prompt: Prompt;
  onChange?: () => void;
}) {
  const { api } = useConsole();
  return (
    <li>
      {audio === null ? (
        <FilePlayer label={`Nghe: ${text}`} load={() => api.file(systemPromptFile, { query: { key } })} />
      ) : (
        <SoundPlayer id={audio.id} />
      )}
      <span className={styles.text}>
        {audio?.source === 'speech' ? audio.title : text}
        {inVoice ? (
          <span className={styles.source}>Nói bằng giọng của công ty</span>
        ) : (
          audio !== null && <span className={styles.source}>Đã thay · {audioSources[audio.source]}</span>
        )}
      </span>
      {onChange && (
        <Button size="sm" aria-label={`Thay lời: ${text}`} onClick={onChange}>
          {audio === null ? 'Thay' : 'Sửa'}
        </Button>
      )}
    </li>
  );
}

const field = sound('Âm thanh');

function PromptDialog({ prompt: { key, text, audio }, onClose }: { prompt: Prompt; onClose: () => void }) {
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  const [chosen, setChosen] = useState<string | null>(audio?.id ?? null);
  const [was, setWas] = useState(audio);
  const save = useMutation({
    mutationFn: (audioId: string | null) =>
      api(updateSystemPrompt, { body: { key, audio_id: audioId, was: was?.id ?? null } }),
    onSuccess: async ({ audio: now }) => {
      await invalidate(getSystemPrompts);
      toasts.show({ kind: 'success', text: now === null ? 'Đã về lại lời gốc' : 'Đã thay lời' });
      onClose();
    },
    onError: (error) => {
      const theirs = currentIn(error, updateSystemPrompt.result);
      if (theirs === undefined) toasts.show({ kind: 'error', ...explain(error) });
      else setWas(theirs.audio);
    },
  });
  return (
    <Dialog opened onClose={onClose} title="Thay lời hệ thống" width={560} place="top">
      <Stack>
        <p>
          Lời gốc: <q>{text}</q>
        </p>
        <field.Control
          name="audio_id"
          label={field.label}
          hint={undefined}
          problems={{}}
          required={false}
          disabled={false}
          value={chosen}
          onChange={setChosen}
          onBlur={() => undefined}
        />
        {was !== audio && <p role="alert">Người khác vừa thay lời này. Bấm lần nữa để dùng lời của bạn.</p>}
        <DialogActions>
          {was !== null && (
            <Button busy={save.isPending} onClick={() => save.mutate(null)}>
              Về lời gốc
            </Button>
          )}
          <Button onClick={onClose}>Đóng</Button>
          <Button
            look="primary"
            busy={save.isPending}
            disabled={chosen === null || chosen === was?.id}
            onClick={() => save.mutate(chosen)}
          >
            Dùng lời này
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
