import { lazy } from 'react';

const previews = () => import('./script-preview.tsx');

/** Below the script in its form; they come with the form, and not with the list. */
export const CampaignScriptBelow = lazy(async () => ({ default: (await previews()).CampaignScriptPreview }));
export const CallScriptBelow = lazy(async () => ({ default: (await previews()).CallScriptPreview }));
