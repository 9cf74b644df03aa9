// Says below a box that scrolls what of it is out of sight: nobody looks for rows that they do not know of.
export function hintText({above, below, right}) {
  const where = [below && 'below', above && 'above', right && 'to the right'].filter(Boolean);
  return where.length ? `There is more ${where.length === 3 ? 'below, above and to the right' : where.join(' and ')}: scroll.` : '';
}

/// What is out of sight of an element; a few pixels are not worth a word.
export function hiddenParts({scrollTop, scrollLeft, scrollHeight, scrollWidth, clientHeight, clientWidth}) {
  const little = 4;
  return {above: scrollTop > little, below: scrollHeight - clientHeight - scrollTop > little, right: scrollWidth - clientWidth - scrollLeft > little};
}

export function addScrollHints(root) {
  for (const box of root.querySelectorAll('.scroll')) {
    if (box.nextElementSibling?.classList.contains('more-hint')) continue;
    const hint = document.createElement('p');
    hint.className = 'note more-hint', hint.setAttribute('aria-hidden', 'true');
    const show = () => {
      const hidden = hiddenParts(box);
      hint.textContent = hintText(hidden);
      box.classList.toggle('more-below', hidden.below), box.classList.toggle('more-right', hidden.right);
    };
    box.after(hint);
    box.addEventListener('scroll', show, {passive: true});
    new ResizeObserver(show).observe(box);
    show();
  }
}
