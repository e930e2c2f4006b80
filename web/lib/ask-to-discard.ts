import { App } from 'antd'

/** Asks before something typed is lost. Enter keeps it: the button that discards has to be chosen. */
export function useAskToDiscard() {
  const { modal } = App.useApp()
  return (question: { title: string; content: string; discard: string }, then: () => void) =>
    void modal.confirm({
      title: question.title,
      content: question.content,
      okText: question.discard,
      okButtonProps: { danger: true },
      cancelText: '继续填写',
      autoFocusButton: 'cancel',
      onOk: then,
    })
}

/** The question of a dialog or drawer that is being left. */
export const leaving = { title: '内容还没有提交', content: '关闭后，已填写的内容将丢失。', discard: '放弃并关闭' }
