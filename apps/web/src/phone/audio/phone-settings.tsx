import { createRinger, type Ringtone, ringtones } from '@alo/softphone';
import { Button, ChoiceField, IconVolume } from '@alo/ui';
import { useEffect, useState } from 'react';

import { usePreferences } from '../../kit/me/use-preferences.ts';
import { TelLinks } from '../cti/tel-links.tsx';
import { usePhoneContext } from '../model/phone-context.ts';
import { shortcuts } from '../model/shortcuts.ts';
import { DeviceSettings } from './device-settings.tsx';
import styles from './phone-settings.module.css';

const ringtoneLabels: Record<Ringtone, string> = { soft: 'Êm', classic: 'Cổ điển', bright: 'Vang' };
const shortcutLabels = { answer: 'Nghe máy', hangUp: 'Gác máy', mute: 'Tắt tiếng', hold: 'Giữ máy' } as const;
const tryMs = 2_500;

/** The phone's part of the personal settings: devices, what rings and how, keys. */
export function PhoneSettings() {
  const [{ ringtone: chosen }, change] = usePreferences();
  return (
    <div className={styles.parts}>
      <section aria-labelledby="phone-devices">
        <h2 id="phone-devices">Thiết bị</h2>
        <DeviceSettings />
      </section>
      <section aria-labelledby="phone-ringtone">
        <h2 id="phone-ringtone">Chuông</h2>
        <ChoiceField
          label="Tiếng chuông"
          choices={ringtones.map((value) => ({ value, label: ringtoneLabels[value] }))}
          value={chosen}
          onChange={(value) => {
            const ringtone = ringtones.find((one) => one === value);
            if (ringtone) change({ ringtone });
          }}
        />
        <TestSound />
      </section>
      <TelLinks />
      <section aria-labelledby="phone-keys">
        <h2 id="phone-keys">Phím tắt khi có cuộc gọi</h2>
        <dl className={styles.keys}>
          {Object.entries(shortcutLabels).map(([name, label]) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd>
                <kbd>{shortcuts[name as keyof typeof shortcutLabels].shown}</kbd>
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}

/** Rings for a moment where an incoming call would ring. */
function TestSound() {
  const { devices } = usePhoneContext();
  const [ringer] = useState(createRinger);
  const [sounding, setSounding] = useState(false);
  useEffect(() => {
    if (!sounding) return;
    ringer.setRingOutput(devices.ringOutput ?? '');
    ringer.setRingtone(devices.ringtone);
    ringer.play('ringtone');
    const timer = setTimeout(() => setSounding(false), tryMs);
    return () => {
      clearTimeout(timer);
      ringer.play('silence');
    };
  }, [sounding, devices, ringer]);
  return (
    <div className={styles.try}>
      <Button
        icon={<IconVolume size={16} aria-hidden />}
        aria-pressed={sounding}
        onClick={() => setSounding(!sounding)}
      >
        {sounding ? 'Dừng' : 'Nghe thử chuông'}
      </Button>
    </div>
  );
}
