-- For `make docs`: links between Markdown pages become links between their HTML files, which all stand in
-- one directory; README is its index. Sources are not among them: a link to one is left as its text.
local function is_elsewhere(target)
    return target:match("^%a[%w+.-]*:") or target:match("^#")
end

local function to_html(target)
    if is_elsewhere(target) then
        return target
    end
    local path, fragment = target:match("^([^#]*)(.*)$")
    path = path:gsub("^%.%./", ""):gsub("^docs/", "")
    path = path:gsub("^README%.md$", "index.html"):gsub("%.md$", ".html")
    return path .. fragment
end

function Link(link)
    local target = to_html(link.target)
    if target:match("/") and not is_elsewhere(target) then
        return link.content
    end
    link.target = target
    return link
end

function Image(image)
    image.src = to_html(image.src)
    return image
end
