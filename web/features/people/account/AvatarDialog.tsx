import { App, Alert, Button, Modal, Slider } from 'antd'
import { useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import { avatarApi, avatarSide } from '#contract/people/avatar.ts'
import { useWrite } from '#web/lib/call.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'

/** Cuts a square out of a picture and hands it in; the server makes its own picture of it. */
export function AvatarDialog({ source, onClose }: { source: string; onClose: () => void }) {
  const { message } = App.useApp()
  const save = useWrite(avatarApi.save)
  const [unreadable, setUnreadable] = useState(false)
  const [place, setPlace] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area>()
  const submit = async () => {
    if (!area) return
    const image = await cut(source, area)
    save.mutate(
      { image },
      {
        onSuccess: () => {
          message.success('头像已更换')
          onClose()
        },
      },
    )
  }
  return (
    <Modal
      open
      title="裁剪头像"
      mask={{ closable: false }}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          取消
        </Button>,
        <Button key="save" type="primary" loading={save.isPending} disabled={!area || unreadable} onClick={() => void submit()}>
          使用
        </Button>,
      ]}
    >
      {save.error && <CallFailure error={save.error} onRetry={undefined} />}
      {unreadable && <Alert type="error" showIcon title="这张图片打不开，请另选一张 JPEG、PNG 或 WebP" />}
      <div className="crop">
        {!unreadable && (
          <Cropper
            image={source}
            crop={place}
            zoom={zoom}
            aspect={1}
            cropShape="round"
            showGrid={false}
            onCropChange={setPlace}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
            mediaProps={{ alt: '待裁剪的图片', onError: () => setUnreadable(true) }}
            cropperProps={{ role: 'group', 'aria-label': '裁剪区域，用方向键移动' }}
          />
        )}
      </div>
      <Slider min={1} max={3} step={0.05} value={zoom} onChange={setZoom} ariaLabelForHandle="放大" tooltip={{ open: false }} />
      <p className="quiet">拖动图片或用方向键移动，用滑块放大。</p>
    </Modal>
  )
}

/** The chosen square as base64, twice as fine as it is stored, so that the server can scale it down. */
async function cut(source: string, { x, y, width, height }: Area): Promise<string> {
  const image = new Image()
  image.src = source
  await image.decode()
  const canvas = document.createElement('canvas')
  const side = avatarSide * 2
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('the browser gave no canvas to draw on')
  context.drawImage(image, x, y, width, height, 0, 0, side, side)
  const address = canvas.toDataURL('image/jpeg', 0.9)
  return address.slice(address.indexOf(',') + 1)
}
