import { IconButton, IconHeadset, Popover } from '@alo/ui';

import { RoundButton } from '../call-window/round-button.tsx';
import { DeviceSettings } from './device-settings.tsx';

/** Opens the choice of microphone and loudspeakers: a round button in a call, a small one beside the dial pad. */
export const DeviceButton = ({ small = false }: { small?: boolean }) => (
  <Popover
    label="Thiết bị âm thanh"
    align="end"
    width={300}
    target={({ onClick }) =>
      small ? (
        <IconButton label="Thiết bị âm thanh" size="sm" onClick={onClick}>
          <IconHeadset aria-hidden />
        </IconButton>
      ) : (
        <RoundButton icon={<IconHeadset aria-hidden />} label="Âm thanh" onClick={onClick} />
      )
    }
  >
    <DeviceSettings />
  </Popover>
);
