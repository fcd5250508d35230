import { Component, type ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';

type Props = {
  children: ReactNode;
  /** A change of it (the path) gives the children another try. */
  resetKey?: string;
  /** 'Navigation Error' around routes. */
  title?: string;
};
type State = { failed: boolean; resetKey: string | undefined };

/** Catches what a screen throws while rendering, so that one broken screen is not a blank page. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { failed: false, resetKey: props.resetKey };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <ErrorState
        title={this.props.title ?? 'Something went wrong'}
        message="This page stopped working. Nothing was bought or paid by it; try again, or refresh the page."
        onRetry={() => this.setState({ failed: false })}
        action={<Button onClick={() => location.reload()}>Refresh Page</Button>}
      />
    );
  }
}
