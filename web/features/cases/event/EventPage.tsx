/** 质量事件. */
export function EventPage() {
  return <></>
}
