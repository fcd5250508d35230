import { Component, type ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';

type Props = {
  children: ReactNode;
  /** A change of it (the path) gives the children another try. */
  resetKey?: string;
};
type Failure = 'none' | 'screen' | 'navigation';
type State = { failure: Failure; resetKey: string | undefined };

/** How browsers say that a screen's code could not be fetched: offline, or a newer version was put in its place. */
const CODE_NOT_FETCHED = /dynamically imported module|importing a module script|preload css/i;

/** A page that was loaded again and fails all the same is left as it is, so that it does not go round and round. */
const wasReloaded = (): boolean => {
  const [load] = performance.getEntriesByType('navigation');
  return load !== undefined && 'type' in load && load.type === 'reload';
};

/** Catches what a screen throws while rendering, so that one broken screen is not a blank page. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: 'none', resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    const isNavigation = error instanceof Error && CODE_NOT_FETCHED.test(error.message);
    return { failure: isNavigation ? 'navigation' : 'screen' };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { failure: 'none', resetKey: props.resetKey };
  }

  override componentDidMount(): void {
    this.loadAgain();
    addEventListener('online', this.loadAgain);
  }

  override componentDidUpdate(): void {
    this.loadAgain();
  }

  override componentWillUnmount(): void {
    removeEventListener('online', this.loadAgain);
  }

  /** The browser keeps a failed fetch of code for as long as the page lives: only a page loaded again asks for it once more. */
  private readonly loadAgain = (): void => {
    if (this.state.failure === 'navigation' && navigator.onLine && !wasReloaded()) location.reload();
  };

  override render() {
    const refresh = (label: string) => <Button onClick={() => location.reload()}>{label}</Button>;
    switch (this.state.failure) {
      case 'none':
        return this.props.children;
      case 'navigation':
        return (
          <ErrorState
            title="Navigation Error"
            message="This page could not be fetched. You may be offline, or a new version has just come out."
            action={refresh('Refresh Page')}
          />
        );
      case 'screen':
        return (
          <ErrorState
            title="Something went wrong"
            message="This page stopped working. What you had already confirmed is safe; try again, or refresh the page."
            onRetry={() => this.setState({ failure: 'none' })}
            action={refresh('Refresh page')}
          />
        );
    }
  }
}
