import { Component, type ReactNode } from 'react';
import { Button } from '#web/ui/actions/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';

type Props = {
  children: ReactNode;
  /** A change of it (the path) renders the children again. */
  resetKey?: string;
};
type Failure = 'none' | 'screen' | 'navigation';
type State = { failure: Failure; resetKey: string | undefined };

/** The browsers' messages for a screen's code that could not be loaded: offline, or replaced by a newer version. */
const CODE_NOT_FETCHED = /dynamically imported module|importing a module script|preload css/i;

/** A page that fails again after a reload stays as it is, so that it does not reload forever. */
const wasReloaded = (): boolean => {
  const [load] = performance.getEntriesByType('navigation');
  return load !== undefined && 'type' in load && load.type === 'reload';
};

/** Catches errors of a screen's rendering, so that one broken screen is not a blank page. */
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

  /** The browser remembers a failed import as long as the page lives, so only a reload tries it again. */
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
