import { lazy } from 'react';

const previews = () => import('./script-preview.tsx');

/** Below the script in its form; they come with the form, and not with the list. */
export const CampaignScript = lazy(async () => ({ default: (await previews()).CampaignScriptPreview }));
export const CallScript = lazy(async () => ({ default: (await previews()).CallScriptPreview }));
