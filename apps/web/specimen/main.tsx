import '@alo/ui/theme.css';
import '../src/fonts.css';

import { createRoot } from 'react-dom/client';

import { answer } from './answers.ts';
import { callStates } from './call-states.ts';
import { CallWindowShown, serverOf } from './call-window-shown.tsx';
import { ConsoleAround } from './console-around.tsx';
import { screen, specimen } from './specimen.tsx';
import { UiParts } from './ui-parts.tsx';

/** The gallery: every part of the kit, every kind of field in a list and a form, every state of the call window. */
const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');
createRoot(container).render(
  location.pathname.startsWith('/call-window') ? (
    callStates.map((state) => (
      <section key={state.name} aria-label={state.name}>
        <h2>{state.name}</h2>
        <ConsoleAround server={serverOf(state)} at="/" pages={{ '/': () => <CallWindowShown state={state} /> }} />
      </section>
    ))
  ) : (
    <ConsoleAround
      server={answer}
      pages={{
        '/': UiParts,
        '/departments': () => <specimen.List screen={screen} />,
        '/department/add': () => <specimen.Form screen={screen} />,
        '/department/edit/$id': () => <specimen.Form screen={screen} />,
      }}
    />
  ),
);
