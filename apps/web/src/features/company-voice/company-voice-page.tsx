import {
  companyVoiceSample,
  forgetCompanyVoice,
  getCompanyVoice,
  useCompanyVoice as putCompanyVoice,
  type ResultOf,
  sayCompanyVoice,
  type VoiceGroup,
  voiceGroups,
  voiceSamples,
} from '@alo/contract';
import { Button, Dialog, DialogActions, IconMicrophone, IconUpload, Progress, Skeleton, SwitchField } from '@alo/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { FilePlayer } from '../../domain/sound/file-player.tsx';
import { SoundPlayer } from '../../domain/sound/sound-player.tsx';
import { useConsole } from '../../kit/api/context.ts';
import { ApiProblem, explain } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { useMay } from '../../kit/me/me.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { Page, Surface } from '../../resource/page/page.tsx';
import { type Clip, ClipNews } from './clip-news.tsx';
import styles from './company-voice.module.css';
import { hintOf, howGroup, shownWords } from './guidance.ts';

const RecordingSession = lazy(() => import('./recording-session.tsx'));
const BringFiles = lazy(() => import('./bring-files.tsx'));

type Voice = ResultOf<typeof getCompanyVoice>;

// Its names are the groups, and the samples.
const groups = Object.entries(voiceGroups) as [VoiceGroup, string][];
const samples = Object.entries(voiceSamples) as [keyof typeof voiceSamples, string][];

/** /company-voice: words that somebody of the company says once, and from then on amounts, days, places and codes are said in that voice. */
export default function CompanyVoicePage() {
  const read = useRead();
  const may = useMay()(sayCompanyVoice.access);
  const { data, error, refetch } = useQuery(read(getCompanyVoice, {}));
  const [doing, setDoing] = useState<{ what: 'record'; from: string } | { what: 'bring' } | { what: 'forget' }>();
  const close = () => setDoing(undefined);
  const said = data?.clips.filter((clip) => clip.said !== null).length ?? 0;
  const next = data?.clips.find((clip) => clip.said === null) ?? data?.clips[0];
  return (
    <Page
      title="Giọng của công ty"
      count={data && `đã thu ${said} trên ${data.clips.length} lời`}
      actions={
        may &&
        next !== undefined && (
          <>
            <Button icon={<IconUpload aria-hidden />} onClick={() => setDoing({ what: 'bring' })}>
              Tải tệp lên
            </Button>
            <Button
              look="primary"
              icon={<IconMicrophone aria-hidden />}
              onClick={() => setDoing({ what: 'record', from: next.key })}
            >
              Thu lần lượt
            </Button>
          </>
        )
      }
    >
      <p className={styles.purpose}>
        Một người của công ty đọc mỗi lời một lần. Từ đó số tiền, ngày giờ, vị trí chờ, mã xác thực và giá trị trong
        chiến dịch đều nói bằng giọng ấy. Câu nào còn thiếu một lời thì cả câu vẫn nói bằng giọng có sẵn, không lẫn hai
        giọng.
      </p>
      {error !== null && data === undefined && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton width="100%" height={320} />}
      {data !== undefined && (
        <>
          <Groups voice={data} may={may} />
          <Samples voice={data} />
          {groups.map(([group, title]) => (
            <section key={group} className={styles.part}>
              <h2>{title}</h2>
              <p className={styles.how}>{howGroup[group]}</p>
              <Surface>
                <ul>
                  {data.clips
                    .filter((clip) => clip.group === group)
                    .map((clip) => (
                      <ClipRow
                        key={clip.key}
                        clip={clip}
                        {...(may && { onSay: () => setDoing({ what: 'record', from: clip.key }) })}
                      />
                    ))}
                </ul>
              </Surface>
            </section>
          ))}
          {may && said > 0 && (
            <Button look="danger-quiet" onClick={() => setDoing({ what: 'forget' })}>
              Xoá cả giọng
            </Button>
          )}
          <Suspense fallback={null}>
            {doing?.what === 'record' && <RecordingSession clips={data.clips} from={doing.from} onClose={close} />}
            {doing?.what === 'bring' && <BringFiles clips={data.clips} onClose={close} />}
          </Suspense>
          {doing?.what === 'forget' && <Forget said={said} onClose={close} />}
        </>
      )}
    </Page>
  );
}

/** How far each group is, and whether calls are told in it. */
function Groups({ voice, may }: { voice: Voice; may: boolean }) {
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  const use = useMutation({
    mutationFn: (on: VoiceGroup[]) => api(putCompanyVoice, { body: { on } }),
    onSuccess: ({ on }) =>
      toasts.show({
        kind: 'success',
        text:
          on.length === 0
            ? 'Cuộc gọi nói bằng giọng có sẵn'
            : `Cuộc gọi nói bằng giọng của công ty: ${on.map((group) => voiceGroups[group].toLowerCase()).join(', ')}`,
      }),
    onError: (error) => {
      const words = error instanceof ApiProblem ? error.body.fields['on'] : undefined;
      toasts.show({ kind: 'error', ...explain(error), ...(words !== undefined && { text: words }) });
    },
    onSettled: () => invalidate(getCompanyVoice),
  });
  return (
    <ul className={styles.groups}>
      {groups.map(([group, title]) => {
        const clips = voice.clips.filter((clip) => clip.group === group);
        const said = clips.filter((clip) => clip.said !== null).length;
        const isWhole = voice.whole.includes(group);
        const left = clips.length - said;
        return (
          <li key={group}>
            <span className={styles.groupHead}>
              <strong>{title}</strong>
              <span>
                {said}/{clips.length}
              </span>
            </span>
            <Progress label={`Đã thu nhóm ${title}`} value={said} of={clips.length} />
            <SwitchField
              label="Dùng trong cuộc gọi"
              hint={isWhole ? undefined : left > 0 ? `Còn ${left} lời chưa thu` : 'Có lời phải thu lại'}
              value={voice.on.includes(group)}
              disabled={!may || !isWhole || use.isPending}
              onChange={(on) => use.mutate(on ? [...voice.on, group] : voice.on.filter((one) => one !== group))}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** Values as the voice says them, in use or not. */
function Samples({ voice }: { voice: Voice }) {
  const { api } = useConsole();
  // What was said again is heard anew.
  const kept = voice.clips.map((clip) => clip.said?.audio.id ?? '').join();
  return (
    <section className={styles.samples} aria-label="Nghe thử">
      <strong>Nghe thử</strong>
      {samples.map(([say, words]) => (
        <FilePlayer
          key={`${say} ${kept}`}
          label={`Nghe thử: ${words}`}
          load={() => api.file(companyVoiceSample, { query: { say } })}
        >
          {() => <span>{words}</span>}
        </FilePlayer>
      ))}
    </section>
  );
}

function ClipRow({ clip, onSay }: { clip: Clip; onSay?: () => void }) {
  const { key, said } = clip;
  const hint = hintOf(key);
  const words = shownWords(clip);
  return (
    <li>
      {said === null ? (
        <span className={styles.nothing} aria-hidden />
      ) : (
        <SoundPlayer key={said.audio.id} id={said.audio.id} />
      )}
      <span className={styles.words}>
        {words}
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      </span>
      <ClipNews said={said} />
      {onSay && (
        <Button size="sm" aria-label={`${said === null ? 'Thu' : 'Thu lại'}: ${words}`} onClick={onSay}>
          {said === null ? 'Thu' : 'Thu lại'}
        </Button>
      )}
    </li>
  );
}

function Forget({ said, onClose }: { said: number; onClose: () => void }) {
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  const forget = useMutation({
    mutationFn: () => api(forgetCompanyVoice, {}),
    onSuccess: async () => {
      await invalidate(getCompanyVoice);
      toasts.show({ kind: 'success', text: 'Đã xoá giọng của công ty' });
      onClose();
    },
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
  });
  return (
    <Dialog opened onClose={onClose} title="Xoá cả giọng?">
      <p>{said} lời đã thu bị xoá; cuộc gọi sau nói bằng giọng có sẵn. Không hoàn tác được.</p>
      <DialogActions>
        <Button onClick={onClose}>Thôi</Button>
        <Button look="danger" busy={forget.isPending} onClick={() => forget.mutate()}>
          Xoá giọng
        </Button>
      </DialogActions>
    </Dialog>
  );
}
