import { Button, State } from '@alo/ui';
import { Component, type ReactNode } from 'react';

/**
 * Keeps a mistake inside the page that made it: the frame, and above all the phone, go on. It starts afresh when `resetKey`
 * (the address) changes.
 */
export class ErrorBoundary extends Component<
  { resetKey: string; children: ReactNode },
  { failed: { key: string } | null }
> {
  override state: { failed: { key: string } | null } = { failed: null };

  static getDerivedStateFromProps(props: { resetKey: string }, state: { failed: { key: string } | null }) {
    return state.failed && state.failed.key !== '' && state.failed.key !== props.resetKey ? { failed: null } : null;
  }

  static getDerivedStateFromError() {
    return { failed: { key: '' } };
  }

  override componentDidCatch() {
    this.setState({ failed: { key: this.props.resetKey } });
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <State
        drawing="error"
        title="Trang này gặp lỗi"
        action={
          <>
            <Button look="primary" onClick={() => this.setState({ failed: null })}>
              Mở lại trang
            </Button>
            <Button onClick={() => location.reload()}>Tải lại ứng dụng</Button>
          </>
        }
      >
        Điện thoại và cuộc gọi của bạn không bị ảnh hưởng.
      </State>
    );
  }
}
