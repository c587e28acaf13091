"""Texts, templates and chats on which tokenizers and template engines are known to differ."""

# What the merges are learnt from: enough for tokens of several bytes, words with and without a leading space.
TRAINING_TEXT = [
    "the engine reads the folder and the folder holds the weights",
    "weights and gradients are the numbers of the model, and there are many",
    "there is the question of what the reader wants to read in the end",
    "nothing in the engine is hidden; 1234 5678, don't they'll I'm",
    "überall Äpfel für Überläufer, çà et là, δοκιμή, проверка",
]

AWKWARD = [
    "",
    " ",
    "the weights of the engine",
    "  leading and trailing  ",
    "tabs\tand\r\nline\n\n\nends \n ",
    "I'm sure they'll don't WE'RE O'CLOCK 's 'S",
    "1 22 333 4444 1234567890 3.14159 1e-9 ½ ² ٣",
    "caf\u00e9 cafe\u0301 \u0301 A\u030a \u212b \ufb01 \u1e9b\u0323",
    "中文字符 かな 한국어 ไทย العربية עברית हिन्दी",
    "👍🏽 👩‍👩‍👧‍👦 🇩🇪 ☃\ufe0f \U00010348 \U0010ffff",
    "\u0000\u0001\u001b[0m\u007f\u0085\u00a0\u00ad\u200b\u200d\u2028\u2029\ufeff\ufffd",
    "snake_case camelCase kebab-case a.b.c::d->e // <b>&amp;</b> {{ x }} {% y %}",
    "<|im_start|>user\nhello<|im_end|> <|im_start |> <|eot_id|><|begin_of_text|>",
    "!!!???...;;;--- \u2014 \u201equotes\u201c \u00bbx\u00ab \u2019",
    "a" * 70 + " " * 40 + "b" + "\n" * 20 + "é" * 30,
    "\u0130\u0131 \u1e9e ß ſ Σσς \u01c5 \U00010400",
]

LLAMA_TEMPLATE = """\
{{- bos_token }}
{%- set ns = namespace(system="", calls=0) %}
{%- for message in messages if message.role == "system" %}
    {%- set ns.system = ns.system ~ message.content | trim %}
{%- endfor %}
{%- if ns.system or tools %}
    {{- "<|start_header_id|>system<|end_header_id|>\\n\\n" + ns.system }}
    {%- if tools is defined and tools %}
        {{- "\\nTools:\\n" }}
        {%- for tool in tools %}
            {{- tool | tojson(indent=4) }}
            {{- "\\n" if not loop.last }}
        {%- endfor %}
    {%- endif %}
    {{- "<|eot_id|>" }}
{%- endif %}
{%- for message in messages if message.role != "system" %}
    {{- "<|start_header_id|>" ~ message["role"] ~ "<|end_header_id|>\\n\\n" }}
    {%- if message.tool_calls is defined and message.tool_calls %}
        {%- for call in message.tool_calls %}
            {%- set ns.calls = ns.calls + 1 %}
            {{- '{"name": "' + call.function.name + '", "arguments": ' }}
            {{- call.function.arguments | tojson }}
            {{- "}" }}
        {%- endfor %}
    {%- else %}
        {{- message.content | trim }}
    {%- endif %}
    {{- "<|eot_id|>" }}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- "<|start_header_id|>assistant<|end_header_id|>\\n\\n" }}
{%- endif %}
"""

# Lines and blocks stand as they come, so that trim_blocks and lstrip_blocks matter.
QWEN2_TEMPLATE = """\
{% if messages[0].role != 'system' %}
<|im_start|>system
You answer.<|im_end|>
{% endif %}
{% for message in messages %}
    {% if message.role == 'tool' %}
<|im_start|>user
<tool_response>
{{ message.content }}
</tool_response><|im_end|>
    {% else %}
<|im_start|>{{ message.role }}
{{ message.content }}<|im_end|>
    {% endif %}
{% endfor %}
{% if add_generation_prompt %}
<|im_start|>assistant
{% endif %}
"""

QWEN3_TEMPLATE = """\
{%- macro turn(role, content) %}{{ '<|im_start|>' + role + '\\n' + content + '<|im_end|>\\n' }}{% endmacro %}
{%- if tools %}
    {{- '<|im_start|>system\\n' }}
    {%- if messages[0].role == 'system' %}{{- messages[0].content + '\\n\\n' }}{%- endif %}
    {{- '<tools>' }}
    {%- for tool in tools %}{{- '\\n' ~ tool | tojson }}{%- endfor %}
    {{- '\\n</tools><|im_end|>\\n' }}
{%- elif messages[0].role == 'system' %}
    {{- turn('system', messages[0].content) }}
{%- endif %}
{%- set ns = namespace(last=messages | length - 1) %}
{%- for message in messages[::-1] %}
    {%- set index = (messages | length - 1) - loop.index0 %}
    {%- if message.role == 'user' and ns.last == messages | length - 1 %}{%- set ns.last = index %}{%- endif %}
{%- endfor %}
{%- for message in messages %}
    {%- if message.role == 'system' and loop.first %}{%- continue %}{%- endif %}
    {%- if message.role == 'assistant' %}
        {%- set content = message.content or '' %}
        {%- if '</think>' in content and loop.index0 < ns.last %}
            {%- set content = content.split('</think>')[-1].lstrip('\\n') %}
        {%- endif %}
        {{- '<|im_start|>assistant\\n' + content }}
        {%- for call in message.tool_calls or [] %}
            {{- '\\n<tool_call>\\n' ~ {'name': call.function.name, 'arguments': call.function.arguments} | tojson ~ '\\n</tool_call>' }}
        {%- endfor %}
        {{- '<|im_end|>\\n' }}
    {%- elif message.role == 'tool' %}
        {%- if loop.first or messages[loop.index0 - 1].role != 'tool' %}{{- '<|im_start|>user' }}{%- endif %}
        {{- '\\n<tool_response>\\n' ~ message.content ~ '\\n</tool_response>' }}
        {%- if loop.last or messages[loop.index0 + 1].role != 'tool' %}{{- '<|im_end|>\\n' }}{%- endif %}
    {%- else %}
        {{- turn(message.role, message.content) }}
    {%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '<|im_start|>assistant\\n' }}
    {%- if enable_thinking is defined and enable_thinking is false %}{{- '<think>\\n\\n</think>\\n\\n' }}{%- endif %}
{%- endif %}
"""

WEATHER = {
    "type": "function",
    "function": {
        "name": "weather",
        "description": "Says what's <hot> & \"cold\" in Zürich — 天気",
        "parameters": {
            "type": "object",
            "properties": {
                "place": {"type": "string", "enum": ["Zürich", "O'Fallon", "東京"]},
                "days": {"type": "integer", "minimum": 1, "default": 3},
                "exact": {"type": "boolean", "default": False},
                "unit": {"type": ["string", "null"], "default": None},
            },
            "required": ["place"],
        },
    },
}

CALL = {
    "role": "assistant",
    "content": "",
    "tool_calls": [
        {
            "id": "call-1",
            "type": "function",
            "function": {
                "name": "weather",
                "arguments": {"place": "Zürich", "days": 2, "factor": 0.5, "deep": {"list": [1, "a", True, None]}},
            },
        }
    ],
}

CHATS = [
    {"messages": [{"role": "user", "content": "Hello"}], "add_generation_prompt": True},
    {"messages": [{"role": "user", "content": "  spaces \n and <b>&'\"</b> {{ x }} 👍🏽  "}], "add_generation_prompt": False},
    {
        "messages": [
            {"role": "system", "content": "Be brief.\n"},
            {"role": "user", "content": "One"},
            {"role": "assistant", "content": "<think>\nso\n</think>\n\nTwo"},
            {"role": "user", "content": "Three"},
        ],
        "add_generation_prompt": True,
        "enable_thinking": False,
    },
    {
        "messages": [
            {"role": "user", "content": "Weather?"},
            CALL,
            {"role": "tool", "content": '{"degrees": 21.5}'},
            {"role": "tool", "content": "sunny"},
            {"role": "assistant", "content": "21.5 degrees."},
        ],
        "tools": [WEATHER, {"type": "function", "function": {"name": "now", "description": "", "parameters": {}}}],
        "add_generation_prompt": False,
    },
]
