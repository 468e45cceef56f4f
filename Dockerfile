# Tables in the browser, training and all other commands, with torch for processors:
#   docker build -t hofspiele .
#   docker run --rm -it -p 127.0.0.1:8000:8000 hofspiele
FROM python:3.11-slim
RUN --mount=type=bind,target=/source,rw PIP_EXTRA_INDEX_URL=https://download.pytorch.org/whl/cpu \
    pip install --no-cache-dir -c /source/constraints.txt '/source[train,play]'
RUN useradd --create-home player
USER player
WORKDIR /home/player
CMD ["hofspiele", "serve", "host=0.0.0.0", "open=false"]
