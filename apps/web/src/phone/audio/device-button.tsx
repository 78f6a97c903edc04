import { IconButton, IconHeadset, Popover } from '@alo/ui';

import { DeviceSettings } from '../on-demand.ts';

/** Opens the choice of microphone and loudspeakers. */
export const DeviceButton = () => (
  <Popover
    label="Thiết bị âm thanh"
    align="end"
    width={300}
    target={({ onClick }) => (
      <IconButton label="Thiết bị âm thanh" size="sm" onClick={onClick}>
        <IconHeadset aria-hidden />
      </IconButton>
    )}
  >
    <DeviceSettings />
  </Popover>
);
