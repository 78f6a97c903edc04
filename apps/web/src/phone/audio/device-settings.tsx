import type { Device, DeviceChoice, Devices } from '@alo/softphone';
import { listDevices, meterMicrophone, watchDevices } from '@alo/softphone';
import { Button, type Choice, SelectField } from '@alo/ui';
import { useEffect, useState } from 'react';

import { usePhoneContext } from '../model/phone-context.ts';
import styles from './device-settings.module.css';

/** Microphone, loudspeaker of the call, loudspeaker that rings, and whether calls may show on the desktop. */
export function DeviceSettings() {
  const { devices: choice, chooseDevices, microphoneTried } = usePhoneContext();
  const { devices, meter } = useDevices(choice.microphone, microphoneTried);
  const choose = (part: Partial<DeviceChoice>) => chooseDevices({ ...choice, ...part });
  return (
    <div className={styles.settings}>
      <SelectField
        label="Micro"
        hint={
          meter.error
            ? 'Không dùng được micro. Hãy kiểm tra thiết bị và quyền dùng micro.'
            : 'Nói thử: vạch phải chuyển động.'
        }
        choices={named(devices.microphones, choice.microphone, 'Micro')}
        placeholder="Theo trình duyệt"
        value={choice.microphone}
        onChange={(microphone) => choose({ microphone })}
      />
      <meter className={styles.meter} aria-label="Mức âm của micro" min={0} max={1} value={meter.level} />
      {devices.speakers.length > 0 && (
        <>
          <SelectField
            label="Loa nghe"
            choices={named(devices.speakers, choice.callOutput, 'Loa')}
            placeholder="Theo trình duyệt"
            value={choice.callOutput}
            onChange={(callOutput) => choose({ callOutput })}
          />
          <SelectField
            label="Loa đổ chuông"
            choices={named(devices.speakers, choice.ringOutput, 'Loa')}
            placeholder="Theo trình duyệt"
            value={choice.ringOutput}
            onChange={(ringOutput) => choose({ ringOutput })}
          />
        </>
      )}
      <AllowNotifications />
    </div>
  );
}

/** Browsers hide the names until the microphone may be used; then they are told apart by a count. */
function named(devices: readonly Device[], chosen: string | null, kind: string): Choice[] {
  const choices = devices.map(({ id, label }, index) => ({ value: id, label: label || `${kind} ${index + 1}` }));
  const gone = chosen !== null && !devices.some(({ id }) => id === chosen);
  return gone ? [...choices, { value: chosen, label: `${kind} đã chọn (đang rút ra)` }] : choices;
}

function useDevices(
  microphone: string | null,
  onTried: (how: 'well' | 'in-vain') => void,
): { devices: Devices; meter: { level: number; error: boolean } } {
  const [devices, setDevices] = useState<Devices>({ microphones: [], speakers: [] });
  const [meter, setMeter] = useState({ level: 0, error: false });
  useEffect(() => {
    let left = false;
    let stop = () => {};
    const look = () =>
      void listDevices(navigator.mediaDevices).then((found) => {
        if (!left) setDevices(found);
      });
    meterMicrophone(microphone, (level) => setMeter({ level, error: false })).then(
      (stopMeter) => {
        if (left) stopMeter();
        else stop = stopMeter;
        onTried('well');
        // Now that the microphone may be used, the devices have names.
        look();
      },
      () => {
        setMeter({ level: 0, error: true });
        onTried('in-vain');
      },
    );
    look();
    const unwatch = watchDevices(navigator.mediaDevices, look);
    return () => {
      left = true;
      stop();
      unwatch();
    };
  }, [microphone, onTried]);
  return { devices, meter };
}

function AllowNotifications() {
  const [permission, setPermission] = useState(() => ('Notification' in window ? Notification.permission : 'denied'));
  if (permission !== 'default') return null;
  return (
    <Button size="sm" onClick={() => void Notification.requestPermission().then(setPermission)}>
      Hiện thông báo khi có cuộc gọi đến
    </Button>
  );
}
