// The family ships types for its barrel only; the barrel is thousands of modules, so icons are taken one by one.
declare module '@tabler/icons-react/dist/esm/icons/*' {
  import type { Icon } from '@tabler/icons-react';

  const icon: Icon;
  export default icon;
}
