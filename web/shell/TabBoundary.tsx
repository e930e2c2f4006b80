import { Component, type ReactNode } from 'react'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { queryClient } from './session.ts'

/** An error of one page stays in its tab: the others still work, and the person may try again. */
export class TabBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  // What was read may be what broke the page: it is read again. The other tabs are not on screen and read anew when they are.
  private readonly retry = () => {
    queryClient.removeQueries({ type: 'inactive' })
    this.setState({ error: null })
  }

  override render() {
    if (this.state.error === null) return this.props.children
    return (
      <div className="page">
        <CallFailure error={this.state.error} onRetry={this.retry} />
      </div>
    )
  }
}
