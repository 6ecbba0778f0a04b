// A part of the page that breaks off by our own fault says so, and leaves the rest alone.
import { t } from "@lingui/core/macro";
import { Component, type ReactNode } from "react";

interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly message: string | undefined;
}

/** Shows its children, or a message in their place after one of them has thrown. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { message: undefined };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { message } = this.state;
    if (message === undefined) return this.props.children;
    return (
      <div className="opening" role="alert">
        <p className="headline">{t`This view crashed`}</p>
        <p>{t`${message}. This is a bug in Dualscope, not in your program. Your document is safe.`}</p>
        <p>
          <button type="button" className="button line" onClick={() => this.setState({ message: undefined })}>
            {t`Try again`}
          </button>
        </p>
      </div>
    );
  }
}
