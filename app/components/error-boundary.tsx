// A part of the page that breaks off by our own fault says so, and leaves the rest alone.
import { Component, type ReactNode } from "react";

interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly message: string | undefined;
}

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
        <p className="headline">This view broke off</p>
        <p>{message}. This is a fault of Dualscope, not of your program, which is safe in the document.</p>
        <p>
          <button type="button" className="button line" onClick={() => this.setState({ message: undefined })}>
            Try again
          </button>
        </p>
      </div>
    );
  }
}
