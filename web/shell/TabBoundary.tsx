import { Component, type ReactNode } from 'react'
import { CallFailure } from '../parts/CallFailure.tsx'

/** One page's fault stays in its tab: the others go on, and the person may try again. */
export class TabBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render() {
    if (this.state.error === null) return this.props.children
    return <div className="page"><CallFailure error={this.state.error} onRetry={() => this.setState({ error: null })} /></div>
  }
}
