# The image of the app processes in compose.yaml.
FROM python:3.12-slim

COPY . /source
RUN pip install --no-cache-dir '/source[server]' && rm -r /source \
 && useradd --create-home kingme \
 && mkdir /data /cache && chown kingme /data /cache
USER kingme
WORKDIR /data
VOLUME ["/data", "/cache"]
EXPOSE 8064
CMD ["kingme", "serve", "--no-browser", "--host", "0.0.0.0", "--port", "8064"]
