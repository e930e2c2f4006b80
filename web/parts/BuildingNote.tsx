/** What a page says while its part of the system is not built: what will be kept here, and where to turn until then. */
export function BuildingNote({ title, keeps, meanwhile }: { title: string; keeps: string; meanwhile: string }) {
  return (
    <section className="page" aria-label={title}>
      <header className="page-head">
        <h1>{title}</h1>
      </header>
      <div className="nothing">
        <p>这一部分正在建设，现在还不能使用。</p>
        <p>建成后，这里保存：{keeps}</p>
        <p>{meanwhile}</p>
      </div>
    </section>
  )
}
