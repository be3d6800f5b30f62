/** Ref: in low windows a chat scrolls with the page. It opens at its end, and stays there until the person scrolls. */
export function keepInSight(form: HTMLElement | null) {
  if (!form) return;
  let isInSight = true;
  let height = 0;
  const show = () => {
    height = document.body.offsetHeight;
    if (isInSight) form.scrollIntoView({ block: 'nearest' });
  };
  const onScroll = () => {
    // When the page has another height, it was not the person who moved the form.
    if (document.body.offsetHeight === height)
      isInSight = form.getBoundingClientRect().bottom <= window.innerHeight + 1;
  };
  const sizes = new ResizeObserver(show);
  sizes.observe(document.body);
  window.addEventListener('scroll', onScroll);
  return () => {
    sizes.disconnect();
    window.removeEventListener('scroll', onScroll);
  };
}
