import { type deviceSettings, type PhoneMaker, phoneMakers } from '@alo/contract';
import { Button, buttonClass, Dialog, DialogActions, IconDownload, SelectField, Stack } from '@alo/ui';
import { useState } from 'react';
import type { z } from 'zod';
import { CopyField } from '../../resource/page/copy-field.tsx';
import { Moment } from '../../resource/page/moment.tsx';
import { makerStandings, makerWords } from './maker-words.ts';
import styles from './phone-setup.module.css';

export type DeskPhoneSettings = z.output<typeof deviceSettings>;

/** Shows this once how a phone is set up: by a file of its maker, or typed. */
export function MadeSettings({ settings, onClose }: { settings: DeskPhoneSettings | undefined; onClose: () => void }) {
  return (
    <Dialog opened={settings !== undefined} onClose={onClose} title="Cài đặt điện thoại" width={560}>
      <Stack>
        {settings?.setup && <ByFile setup={settings.setup} svg={settings.qr?.svg} />}
        {settings && <Typed settings={settings} opened={settings.setup === null} />}
      </Stack>
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          Xong
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function ByFile({ setup, svg }: { setup: NonNullable<DeskPhoneSettings['setup']>; svg: string | undefined }) {
  const [chosen, setChosen] = useState<PhoneMaker>('linphone');
  const file = setup.files.find(({ maker }) => maker === chosen);
  const { how, standing } = makerWords[chosen];
  return (
    <>
      <SelectField
        label="Điện thoại hoặc phần mềm"
        required
        choices={setup.files.map(({ maker }) => ({ value: maker, label: phoneMakers[maker] }))}
        value={chosen}
        onChange={(value) => {
          const maker = setup.files.find((one) => one.maker === value)?.maker;
          if (maker !== undefined) setChosen(maker);
        }}
      />
      <p>
        {how} {makerStandings[standing]}
      </p>
      {chosen === 'linphone' && svg !== undefined && (
        <figure className={styles['qr']}>
          {/* Our own server drew it. */}
          <img alt="Mã QR để Linphone tự cài đặt" src={`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`} />
        </figure>
      )}
      {file && (
        <>
          <CopyField label="Địa chỉ cài đặt" value={file.url} />
          <p>
            <a className={buttonClass()} href={file.url} download>
              <IconDownload aria-hidden /> Tải tệp cho {phoneMakers[chosen]}
            </a>
          </p>
        </>
      )}
      <p>
        Địa chỉ dùng được đến <Moment at={setup.expires_at} />, tối đa {setup.fetches} lần, và hết hiệu lực khi máy đã
        đăng ký. Ai có địa chỉ này đều cài được máy: chỉ gửi cho người dùng máy.
      </p>
    </>
  );
}

const Typed = ({ settings, opened }: { settings: DeskPhoneSettings; opened: boolean }) => {
  const { server, port, username, password, domain, text } = settings;
  return (
    <details open={opened}>
      <summary>Gõ tay thông số</summary>
      <p>Chép lại ngay: mật khẩu sẽ không hiện lần nữa.</p>
      <CopyField label="Máy chủ" value={`${server}:${port}`} />
      <CopyField label="Tên miền" value={domain} />
      <CopyField label="Tên đăng nhập" value={username} />
      <CopyField label="Mật khẩu" value={password ?? ''} />
      <CopyField label="Tất cả" value={text} />
    </details>
  );
};
