import { Component, type ReactNode } from 'react';
import { Failed, useReadAfresh } from './failed.tsx';
import { GoneError } from './gone-error.ts';

interface ZoneProps {
  /** What stands there, as a person calls it. */
  name: string;
  /** Stands there after a mistake; without it a line says so, with the way back. */
  fallback?: (retry: () => void) => ReactNode;
  children: ReactNode;
}

/** Keeps a mistake within a part of the console: it is said in the part's place, and everything around it goes on. */
export class Zone extends Component<ZoneProps, { failed: boolean; gone: boolean }> {
  override state = { failed: false, gone: false };

  static getDerivedStateFromError(error: unknown) {
    return { failed: true, gone: error instanceof GoneError };
  }

  override render() {
    const { name, fallback, children } = this.props;
    if (!this.state.failed) return children;
    // What the server has no more comes with the next version of the page.
    if (this.state.gone) return <Failed name={name} action="Tải lại trang" onRetry={() => location.reload()} />;
    return (
      <Afresh onReady={() => this.setState({ failed: false })}>
        {fallback ?? ((retry) => <Failed name={name} onRetry={retry} />)}
      </Afresh>
    );
  }
}

function Afresh({ onReady, children }: { onReady: () => void; children: (retry: () => void) => ReactNode }) {
  return children(useReadAfresh(onReady));
}
